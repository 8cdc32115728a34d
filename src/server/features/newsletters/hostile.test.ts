import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { editions } from '#server/db/schema.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { type DomNode, parseHtml } from '#test/newsletter-engines.ts';
import { createNewsletter, publishNewsletter, richText } from '#test/newsletters.ts';

/** Threats 1 to 5 and 30 of design/threats.md: whatever is written into a newsletter, nothing of it runs anywhere. */

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterAll(() => test.close());

// Ways of getting a script run, as attackers write them: tags, handlers, addresses, entities, broken and nested markup.
const VECTORS = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></ScRiPt>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"',
  '<IMG SRC=`javascript:alert(1)`>',
  '<img/src="x"/onerror=alert(1)//',
  '"><svg/onload=alert(1)>',
  "'><svg onload=alert(1)>",
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" style="position:fixed">x</a>',
  '<a href="https://ok.example/&quot; onmouseover=&quot;alert(1)">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<style>@import "//evil.example/x.css"; * { color: red }</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="//evil.example/">',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<input onfocus=alert(1) autofocus>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<body onload=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<template><img src=x onerror=alert(1)></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src onerror=alert(1)>"></textarea>',
  '<xmp><img title="</xmp><img src onerror=alert(1)>"></xmp>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><x onload=alert(1)>',
  '<mj-raw><script>alert(1)</script></mj-raw>',
  '</mj-text><mj-raw><script>alert(1)</script></mj-raw><mj-text>',
  '<mj-include path="/etc/passwd" />',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
  '\u003cscript\u003ealert(1)\u003c/script\u003e',
  '＜script＞alert(1)＜/script＞',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<img src=x on\u0000error=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '` onmouseover=`alert(1)',
  '\\" onmouseover=\\"alert(1)//',
  'é" onmouseover="alert(1)',
  '\ud800<script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '-->\n<script>alert(1)</script>',
  '<![endif]--><script>alert(1)</script><!--[if mso]>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  'javascript:alert(1)',
  '\u202e<script>alert(1)</script>',
];

// In texts of up to 200 characters, which are not markup at all.
const line = (text: string) => text.slice(0, 200);

/** A newsletter with the vector in every text that a person can write. */
function blocksWith(vector: string): readonly unknown[] {
  const text = line(vector);
  const block = (type: string, value: unknown) => ({
    name: line(`${type} ${vector}`).slice(0, 100),
    type,
    value,
  });
  const link = 'https://ok.example/';
  return [
    block('heading', { text }),
    block('text', { html: `x ${vector}` }),
    block('boxed_text', {
      html: `x ${vector}`,
      background: '#ffffff',
      color: '#000000',
      word_break: 'break-word',
    }),
    block('image', { url: 'https://ok.example/a.png', alt: text }),
    block('image_group', { images: [{ url: 'https://ok.example/b.png', alt: text }] }),
    block('video', { url: 'https://ok.example/c', title: text }),
    block('button', { btnText: text, url: link }),
    block('attendance', {
      rows: [{ id: text.slice(0, 100), name: text, percents: 50 }],
      background: '#ffffff',
    }),
    block('download', { name: text, url: 'https://ok.example/d.pdf' }),
    block('event', {
      rows: [{ id: text.slice(0, 100), title: text, description: text, date: '2026-10-13', time: '09:15' }],
    }),
    block('footer', { text }),
  ];
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const ADDRESSES = [
  'href',
  'src',
  'action',
  'formaction',
  'xlink:href',
  'data',
  'poster',
  'background',
  'srcset',
];
const NOT_ALLOWED =
  'script, iframe, frame, object, embed, form, input, button, base, svg, math, template, meta[http-equiv="refresh"]';

/** Everything in a document that could run or lead somewhere it should not. */
function dangers(source: string): readonly string[] {
  const document = parseHtml(source);
  const found = [...document.querySelectorAll(NOT_ALLOWED)].map((element) => element.nodeName);
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes ?? []) {
      if (name.startsWith('on') || name === 'srcdoc') found.push(`${name}=${value}`);
      if (name === 'style' && /javascript:|expression\(|url\(|@import/i.test(value))
        found.push(`style=${value}`);
      if (!ADDRESSES.includes(name)) continue;
      const address = new URL(value, 'https://own.example/');
      if (!SCHEMES.has(address.protocol) || address.hostname === 'evil.example')
        found.push(`${name}=${value}`);
    }
  }
  for (const style of document.querySelectorAll('style')) {
    if (/@import|evil\.example|expression\(/i.test(style.textContent ?? ''))
      found.push(style.textContent ?? '');
  }
  return found;
}

/** The value of an attribute of the first element that there is. */
function attributeOf(source: string, selector: string, name: string): string | undefined {
  const [element] = document(source, selector);
  return [...(element?.attributes ?? [])].find((attribute) => attribute.name === name)?.value;
}

function textOf(source: string, selector: string): string | null | undefined {
  return document(source, selector)[0]?.textContent;
}

function document(source: string, selector: string): readonly DomNode[] {
  return [...parseHtml(source).querySelectorAll(selector)];
}

it.each([
  '<p onclick="x">',
  '<script>',
  '<a href="javascript:x">',
  '<img src="//evil.example/">',
  '<style>@import "x"</style>',
])('is looked for: %s', (danger) => {
  expect(dangers(danger)).toHaveLength(1);
});

describe.each(VECTORS)('%j', (vector) => {
  it('does nothing on the page, in the mail, in the draft', async () => {
    const { id, path } = await publishNewsletter(test, school.owner, {
      title: `x ${line(vector)}`.slice(0, 200),
      code: blocksWith(vector),
    });
    const page = (await test.app.inject(path)).payload;
    expect(dangers(page)).toEqual([]);
    const [edition] = await test.house.database
      .orm()
      .select()
      .from(editions)
      .where(eq(editions.newsletterId, id));
    expect(dangers(edition?.mailHtml ?? '<script>')).toEqual([]);
    const stored = (
      await test.call(newsletterRoutes.getNewsletter, { token: school.owner.token, params: { id } })
    ).ok().news_letter.data.attributes;
    expect(dangers(stored.body)).toEqual([]);
    // Rich text is stored clean, so that nothing depends on who shows it next.
    for (const block of stored.code) {
      const html = JSON.stringify(block).includes('"html"') ? htmlOf(block) : '';
      expect(dangers(`<body>${html}`)).toEqual([]);
    }
  });
});

function htmlOf(block: unknown): string {
  const found: unknown = Reflect.get(Object(Reflect.get(Object(block), 'value')), 'html');
  return String(found);
}

describe('text as it is meant', () => {
  it('is shown to the letter', async () => {
    const text = 'Maths: 3 < 5 & "7" > \'6\' — Zażółć, Львів, 北京 🎉 \\ `x`';
    const { path } = await publishNewsletter(test, school.owner, { title: text, code: blocksWith(text) });
    const page = (await test.app.inject(path)).payload;
    expect(textOf(page, 'h1')).toBe(text);
    expect(textOf(page, 'h2')).toBe(text);
    expect(attributeOf(page, '.ink-columns img', 'alt')).toBe(text);
    expect(attributeOf(page, 'meta[property="og:title"]', 'content')).toBe(text);
  });

  it("keeps rich text's own marks and links", async () => {
    const html =
      '<p>A <strong>bold</strong>, <em>slanted</em>, <u>underlined</u> <a href="https://ok.example/?a=1&amp;b=2">link</a></p><ul><li><p>one</p></li></ul>';
    const { attributes } = await createNewsletter(test, school.owner, { code: [richText(html)] });
    expect(textOf(attributes.body, 'article strong')).toBe('bold');
    expect(attributeOf(attributes.body, 'article a', 'href')).toBe('https://ok.example/?a=1&b=2');
    expect(textOf(attributes.body, 'article li')).toBe('one');
  });
});

const BAD_ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://https://ok.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://ok.example/a',
  'blob:https://ok.example/1',
  'about:blank',
  '//evil.example/a.png',
  '/\\evil.example',
  'https:',
  'https://',
  'https:///',
  'http//ok.example',
  'ok.example',
  'https://ok .example',
  'https://exa mple',
  'https://[::1',
  '/files/../../etc/passwd',
  '/files/',
  'filesystem:https://ok.example/x',
  '',
];

describe.each(BAD_ADDRESSES)('the address %j', (url) => {
  it.each([
    ['image', { url, alt: '' }, 'url'],
    ['image_group', { images: [{ url: 'https://ok.example/a.png' }, { url }] }, 'images.1.url'],
    ['video', { url, title: 'Film' }, 'url'],
    ['button', { btnText: 'Go', url }, 'url'],
    ['download', { name: 'Menu', url }, 'url'],
    ['social_media', { facebook: url }, 'facebook'],
  ])('is refused in a %s, naming the field', async (type, value, path) => {
    const token = school.owner.token;
    const code = [
      { name: 'fine', type: 'divider', value: { style: 'solid' } },
      { name: 'bad', type, value },
    ];
    const refused = await test.call(newsletterRoutes.createNewsletter, {
      token,
      body: { news_letter: { title: 'x', layout_type: 'one_column', code } },
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.error().errors ?? {})).toEqual([`code.1.value.${path}`]);
  });
});

it.each([
  'https://ok.example',
  'https://ok.example:8443/a?b=c&d=%20#e',
  'HTTPS://OK.EXAMPLE/',
  'https://пример.example/путь',
  'https://ok.example/a"b',
  'https://[2001:db8::1]/',
  'https://user@ok.example/',
])('keeps the good address %j', async (url) => {
  const code = [
    { name: 'b', type: 'button', value: { btnText: 'Go', url } },
    { name: 'i', type: 'image', value: { url } },
  ];
  const { path } = await publishNewsletter(test, school.owner, { code });
  const page = (await test.app.inject(path)).payload;
  expect(attributeOf(page, '.ink-columns a', 'href')).toBe(new URL(url).href);
  expect(attributeOf(page, '.ink-columns img', 'src')).toBe(new URL(url).href);
});

describe('a school that is called by a vector', () => {
  it.each(VECTORS)('%j breaks out of nothing', async (vector) => {
    const other = await createSchool(test);
    const name = `x ${line(vector)}`.slice(0, 200);
    (
      await test.call(schoolRoutes.updateSchool, {
        token: other.owner.token,
        params: { id: other.id },
        body: { school: { name } },
      })
    ).ok();
    const { path, id, slug } = await publishNewsletter(test, other.owner, { code: blocksWith('A text') });
    expect(dangers((await test.app.inject(path)).payload)).toEqual([]);
    const [edition] = await test.house.database
      .orm()
      .select()
      .from(editions)
      .where(eq(editions.newsletterId, id));
    expect(dangers(edition?.mailHtml ?? '<script>')).toEqual([]);
    const answer = await test.call(newsletterRoutes.publishedNewsletter, { params: { slug } });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(dangers(answer.ok().news_letter.data.attributes.body)).toEqual([]);
  });
});

it('never fetches an address that somebody wrote', async () => {
  let heard = 0;
  const canary = createServer((_, response) => {
    heard += 1;
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  canary.on('connection', () => {
    heard += 1;
  });
  const address = canary.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/a.png`;
  const code = [
    { name: 'i', type: 'image', value: { url } },
    { name: 'v', type: 'video', value: { url, title: 'Film', poster: url } },
    { name: 'd', type: 'download', value: { name: 'Menu', url } },
    richText(`<a href="${url}">x</a><img src="${url}">`),
  ];
  const { path } = await publishNewsletter(test, school.owner, { code });
  await test.app.inject(path);
  await test.call(schoolRoutes.updateSchool, {
    token: school.owner.token,
    params: { id: school.id },
    body: { school: { logo: url } },
  });
  await test.jobs.settled();
  expect(heard).toBe(0);
  canary.close();
});
