import { describe, expect, it } from 'vitest';
import { DESIGNS } from '#newsletter/designs/index.ts';
import { fromCode, isAtFoot } from '#newsletter/document/document.ts';
import { contentWidths } from '#newsletter/document/layout.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { attributesOf, type DomNode, parseHtml, renderWithMrml } from '#test/newsletter-engines.ts';
import { find, findAll, mailOf, PAGE_URL, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD, ORIGIN, sampleBlocks } from '#test/newsletter-samples.ts';
import { compileBlock } from './compile-block.ts';
import { compileMail } from './compile-mail.ts';
import { compileMasthead } from './compile-masthead.ts';
import { compileNewsletter } from './compile-newsletter.ts';
import { textOfMail, textOfNewsletter } from './compile-text.ts';
import { fragmentOf } from './fragment.ts';

const headSource = (school: Partial<SchoolBranding> = {}) => ({
  title: 'Autumn news',
  today: '2026-09-20',
  document: fromCode('one_column', []),
  school: { ...OAKFIELD, ...school },
  origin: ORIGIN,
});

describe('the masthead', () => {
  it('is a wide logo, the title, the date, and a rule in the primary colour', () => {
    const html = renderWithMrml(compileMasthead(headSource()));
    const logo = attributesOf(find(html, 'img'));
    expect([logo.get('src'), logo.get('alt'), logo.get('width')]).toEqual([
      `${ORIGIN}/files/1a/oakfield.png`,
      'Oakfield Primary School',
      '240',
    ]);
    expect(find(html, 'h1').textContent).toBe('Autumn news');
    expect(wordsOf(html)).toBe('Autumn news Sunday, 20 September 2026');
    expect(html).toContain('border-top:solid 3px #1f5d45');
  });
  it('is the name without a logo, and the bar has its own fallback', () => {
    const html = renderWithMrml(compileMasthead(headSource({ logo: null, primary_color: null })));
    expect(wordsOf(html)).toMatch(/^Oakfield Primary School Autumn news /);
    expect(html).toContain('border-top:solid 3px #ffc408');
  });
  it('is the same in a newsletter as alone on the canvas', () => {
    const alone = fragmentOf(renderWithMrml(compileMasthead(headSource()))).body;
    expect(fragmentOf(pageOf([])).body.startsWith(alone)).toBe(true);
  });
});

describe('page and mail', () => {
  const blocks = sampleBlocks();
  it('only the mail has a title, a link to the page and an unsubscribe link', () => {
    const mail = mailOf(blocks);
    expect(find(mail, 'h1').textContent).toBe('Autumn news');
    expect(attributesOf(find(mail, 'a')).get('href')).toBe(PAGE_URL);
    expect(findAll(mail, 'a').at(-1)?.textContent).toBe('Unsubscribe');
    expect(attributesOf(findAll(mail, 'a').at(-1) ?? find(mail, 'a')).get('href')).toBe(
      `${ORIGIN}/unsubscribe/token`,
    );
    expect(find(pageOf(blocks), 'h1').textContent).toBe('Autumn news');
    expect(wordsOf(pageOf(blocks))).not.toContain('Unsubscribe');
  });
  it('only the page uses web fonts', () => {
    expect(mailOf(blocks)).not.toMatch(/Literata|Commissioner/);
    expect(pageOf(blocks)).toMatch(/Literata Variable/);
  });
  it('the mail has no media, forms or scripts', () => {
    expect(findAll(mailOf(blocks), 'video, audio, iframe, form, input, script, link')).toEqual([]);
  });
  it('the page declares its language', () => {
    expect(
      attributesOf(
        parseHtml(pageOf(blocks, { school: { ...OAKFIELD, language: 'cy' } })).documentElement,
      ).get('lang'),
    ).toBe('cy');
  });
});

it('renders an empty slot between two blocks as white space', () => {
  const [first, second] = [stored('heading', { text: 'A' }, 'a'), stored('heading', { text: 'B' }, 'b')];
  expect(pageOf([first, second])).not.toContain('height:48px');
  expect(pageOf([first, { name: 'x', type: 'empty_space', value: null }, second])).toContain('height:48px');
});

it('renders a block on the canvas as in the newsletter', () => {
  const layout = 'two_columns_left';
  for (const block of sampleBlocks().filter((block) => !isAtFoot(block))) {
    const [width = 0] = contentWidths(layout, DESIGNS.letter);
    const slot = renderWithMrml(compileBlock({ block, school: OAKFIELD, width, origin: ORIGIN }));
    const page = pageOf([block], { layout, calendar: false });
    const cell = 'td[style^="font-size:0px;padding"]';
    expect(insideOf(slot, cell), block.name).toBe(insideOf(page, `.ink-columns ${cell}`));
  }
});

function insideOf(html: string, cell: string): string {
  return [...find(html, cell).childNodes].map(written).join('');
}

function written(node: DomNode): string {
  if (node.nodeType === 3) return node.textContent ?? '';
  if (node.nodeType !== 1) return '';
  const inside = [...node.childNodes].map(written).join('');
  // Only the canvas marks the fields.
  if (attributesOf(node).has('data-field')) return inside;
  const attributes = [...attributesOf(node)].map(([name, value]) => ` ${name}=${value}`);
  return `<${node.nodeName}${attributes.join('')}>${inside}</>`;
}

describe('fragmentOf', () => {
  it('extracts style rules and body without Outlook comments and document tags', () => {
    const { styles, body } = fragmentOf(pageOf(sampleBlocks()));
    expect(styles).toContain('.mj-column-per-100');
    expect(styles).toContain('.ink-text');
    expect(`${styles}${body}`).not.toMatch(/<!--|\[endif\]|mso \||<body|<html|role="article"|<style/);
    expect(findAll(`<body>${body}</body>`, 'h2').length).toBeGreaterThan(0);
  });
  it('keeps the tree of elements', () => {
    const html = pageOf(sampleBlocks());
    const inside = find(html, '[role="article"]');
    const again = parseHtml(`<body>${fragmentOf(html).body}</body>`).body;
    expect(again.textContent).toBe(inside.textContent);
    expect([...again.childNodes].filter(({ nodeType }) => nodeType === 1).length).toBe(
      [...inside.childNodes].filter(({ nodeType }) => nodeType === 1).length,
    );
  });
  it.each(['', '<p>a</p>', '<html><body', '</body><body>'])('rejects %j', (html) => {
    expect(() => fragmentOf(html)).toThrow('not a document');
  });
});

describe("the product's own mails", () => {
  const mail = {
    subject: 'Choose a password',
    paragraphs: ['Hello & welcome.', 'It works for an hour.'],
    button: { text: 'Choose', url: 'http://127.0.0.1:3000/change-password?token=a_b-c' },
  };
  it('have a button and its URL as text', () => {
    const html = renderWithMrml(compileMail(mail));
    expect(find(html, 'h1').textContent).toBe('Choose a password');
    expect(wordsOf(html)).toContain('Hello & welcome.');
    expect(findAll(html, 'a').map((link) => attributesOf(link).get('href'))).toEqual([mail.button.url]);
    expect(wordsOf(html)).toContain(mail.button.url);
    expect(wordsOf(html)).toContain('Inkwell');
  });
  it('can have no button', () => {
    expect(findAll(renderWithMrml(compileMail({ subject: 'A', paragraphs: ['B'] })), 'a')).toEqual([]);
  });
  it('have a plain-text part', () => {
    expect(textOfMail(mail)).toBe(
      'Hello & welcome.\n\nIt works for an hour.\n\nChoose:\nhttp://127.0.0.1:3000/change-password?token=a_b-c\n',
    );
  });
});

it('writes the plain-text part in reading order, footers last', () => {
  const code = [
    stored('footer', { text: 'Bye.' }, 'f'),
    stored('text', { html: '<p>Right <a href="https://example.org">here</a></p>' }, 'r'),
    stored('heading', { text: 'Left' }, 'l'),
  ];
  const document = fromCode('two_columns_center', code);
  const text = textOfNewsletter({
    title: 'News',
    document,
    school: { ...OAKFIELD, website: null },
    target: 'mail',
    origin: ORIGIN,
    today: '2026-09-20',
    pageUrl: PAGE_URL,
    unsubscribeUrl: `${ORIGIN}/u`,
  });
  expect(text).toBe(
    `News\n====\n\nRead it in your browser: ${PAGE_URL}\n\nLeft\n----\n\nRight here (https://example.org/)\n\nOakfield Primary School\noffice@oakfield.sch.example\n01632 960 148\nBye.\n\nYou receive this because you are on the list of Oakfield Primary School.\nUnsubscribe: ${ORIGIN}/u\n`,
  );
});

it('stays below the nesting limit of the engine', () => {
  const deep = stored('text', { html: `${'<ul><li>'.repeat(40)}a` });
  const mjml = compileNewsletter({
    title: 'a',
    document: fromCode('one_column', [deep]),
    school: OAKFIELD,
    target: 'page',
    origin: ORIGIN,
    today: '2026-09-20',
  });
  expect(wordsOf(renderWithMrml(mjml))).toContain('a');
});
