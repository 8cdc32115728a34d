import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { listingRoutes } from '#contract/families/listings.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { embedPath } from '#contract/paths.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { deadEndWords } from '#newsletter/words/dead-end-words.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import type { DomNode } from '#test/newsletter-engines.ts';
import { createNewsletter, heading, publish, publishNewsletter, richText } from '#test/newsletters.ts';

interface XmlDocument extends DomNode {
  readonly documentElement: DomNode;
}
type Parser = { parseFromString(text: string, type: 'application/xml'): XmlDocument };
// Untyped: jsdom has no types.
const { JSDOM }: { JSDOM: new () => { window: { DOMParser: new () => Parser } } } = createRequire(
  import.meta.url,
)('jsdom');
const xml = new new JSDOM().window.DOMParser();

const MIGRATIONS = '../../../../../migrations/';

let test: TestApp;
let school: TestSchool;
let address: string;
let count = 0;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
  count += 1;
  address = `elm-grove-${count}`;
  await switchOn({ address, lists_newsletters: true });
});
afterAll(() => test.close());

const switchOn = async (school_pages: object, of = school) =>
  (
    await test.call(schoolPageRoutes.updateSchoolPages, {
      token: of.owner.token,
      params: { id: of.id },
      body: { school_pages },
    })
  ).ok();
const get = (path: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url: path, headers });
const page = async (rest = '/newsletters') => (await get(`/s/${address}${rest}`)).body;
const list = async (id: string, is_listed: boolean, of = school) =>
  await test.call(listingRoutes.setListing, {
    token: of.owner.token,
    params: { id },
    body: { listing: { is_listed } },
  });

describe('the list of newsletters', () => {
  it('has what is published from now on, and earlier ones one by one', async () => {
    await switchOn({ lists_newsletters: false });
    const earlier = await publishNewsletter(test, school.owner, { title: 'Before' });
    expect((await get(`/s/${address}/newsletters`)).statusCode).toBe(404);
    await switchOn({ lists_newsletters: true });
    expect(await page()).toContain('No newsletters yet.');
    // A correction does not put an unlisted newsletter on the page.
    await publish(test, school.owner, earlier.id);
    expect(await page()).not.toContain('Before');
    const later = await publishNewsletter(test, school.owner, { title: 'After <b>' });
    expect(await page()).toContain('After &lt;b&gt;');
    (await list(earlier.id, true)).ok();
    expect(await page()).toContain(earlier.path);
    (await list(later.id, false)).ok();
    expect(await page()).not.toContain(later.path);
    // A removed newsletter stays off the list when it is corrected, and its own page stays.
    await publish(test, school.owner, later.id);
    expect(await page()).not.toContain(later.path);
    expect((await get(later.path)).statusCode).toBe(200);
  });

  it('shows the edition, never the draft, without a line of script, and each year on its own page', async () => {
    const { id } = await publishNewsletter(test, school.owner, {
      title: 'Published title',
      code: [richText('<p>Published words</p>')],
    });
    const news_letter = { title: 'Secret draft', issue_date: '2024-11-08' };
    const call = { token: school.owner.token, params: { id } };
    (await test.call(newsletterRoutes.updateNewsletter, { ...call, body: { news_letter } })).ok();
    const shown = await get(`/s/${address}/newsletters`);
    expect(shown.body).toContain('Published title');
    expect(shown.body).toContain('Published words');
    expect(shown.body).not.toMatch(/Secret|<script|\son\w+=/);
    expect(shown.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
      'cache-control': 'public, max-age=30',
      'x-robots-tag': 'noindex',
      etag: expect.stringMatching(/^W\/"/),
    });
    const again = await get(`/s/${address}/newsletters`, { 'if-none-match': String(shown.headers.etag) });
    expect(again.statusCode).toBe(304);
    // The header of a cache that has several versions.
    const tags = `"other", ${String(shown.headers.etag).replace('W/', '')}`;
    expect((await get(`/s/${address}/newsletters`, { 'if-none-match': tags })).statusCode).toBe(304);
    for (const [asked, to] of [
      ['/', ''],
      ['/newsletters/?q=cakes', '/newsletters?q=cakes'],
      ['/sign-up/', '/sign-up'],
    ]) {
      const { statusCode, headers } = await get(`/s/${address}${asked}`);
      expect([statusCode, headers.location]).toEqual([301, `/s/${address}${to}`]);
    }
    await publish(test, school.owner, id);
    await publishNewsletter(test, school.owner, { title: 'This year' });
    expect(await page()).not.toContain('Secret draft');
    expect(await page('/newsletters?year=2024')).toContain('8 November 2024');
    expect(await page('/newsletters?year=2024')).toContain('aria-current="page">2024–25');
    for (const year of ['2023', 'x', '1e3'])
      expect((await get(`/s/${address}/newsletters?year=${year}`)).statusCode, year).toBe(404);
  });

  it('is searched by the words of its language, with the matches marked', async () => {
    await publishNewsletter(test, school.owner, {
      title: 'A harvest & more',
      code: [heading('Bake off'), richText('<p>Our cake sale raised £312 for 3 &gt; 2 frames &amp;c.</p>')],
    });
    const rows = [{ id: 'b'.repeat(32), title: 'Open day', description: 'All come', date: '2030-01-03' }];
    await publishNewsletter(test, school.owner, {
      title: 'Forest School',
      code: [{ name: 'open', type: 'event', value: { rows } }],
    });
    const dates = await page('/newsletters?q=come');
    expect(dates).toContain('<mark>come</mark>');
    expect(dates).not.toMatch(/Add to calendar|Google/);
    const found = await page('/newsletters?q=cakes');
    expect(found).toContain('Newsletters: 1');
    expect(found).toMatch(/Bake off · Our <mark>cake<\/mark> sale raised £312 for 3 &gt; 2 frames/);
    // The search ignores the masthead's day.
    expect(await page(`/newsletters?q=${test.clock.now().getFullYear()}`)).toContain('Nothing about');
    expect(await page('/newsletters?q=HARVESTS')).toContain('A <mark>harvest</mark> &amp; more');
    const none = await page(`/newsletters?q=${encodeURIComponent('<i>snorkel')}`);
    expect(none).toContain('Nothing about ‘&lt;i&gt;snorkel’.');
    for (const odd of ["'", '"', '&', '!:*', '\\', '%00', 'x'.repeat(5000)])
      expect(
        (await get(`/s/${address}/newsletters?q=${odd === '%00' ? odd : encodeURIComponent(odd)}`))
          .statusCode,
        odd,
      ).toBe(200);
  });

  it('finds words with and without their accents, as they are written there', async () => {
    await publishNewsletter(test, school.owner, {
      title: 'The Café is open',
      code: [richText('<p>A cafe for all, with O’Neill’s naïve crème brûlée</p>')],
    });
    for (const [sought, title, word] of [
      ['cafe', '<mark>Café</mark>', '<mark>cafe</mark>'],
      ['CAFÉ', '<mark>Café</mark>', '<mark>cafe</mark>'],
      ['"creme brulee"', 'Café', '<mark>crème</mark> <mark>brûlée</mark>'],
    ] as const) {
      const found = await page(`/newsletters?q=${encodeURIComponent(sought)}`);
      expect(found, sought).toContain(`The ${title} is open`);
      expect(found, sought).toContain(word);
    }
    expect(await page('/newsletters?q=cafe -naive')).toContain('Nothing about');
  });

  it('finds without accents what was listed before the index had words without them', async () => {
    await publishNewsletter(test, school.owner, { title: 'Fête', code: [richText('<p>Crème brûlée</p>')] });
    const { database } = test.context;
    await database.query(
      `update newsletter_listings set search = to_tsvector('english', text) where school_id = $1`,
      [school.id],
    );
    expect(await page('/newsletters?q=creme brulee')).toContain('Nothing about');
    const migration = new URL(`${MIGRATIONS}0074_search_without_accents.sql`, import.meta.url);
    await database.query(await readFile(migration, 'utf8'));
    expect(await page('/newsletters?q=fete creme')).toContain('<mark>Fête</mark>');
  });

  it('lets nobody hold up the others: few at a time, and 30 in a minute of one network', async () => {
    await publishNewsletter(test, school.owner, { title: 'Cakes' });
    test.clock.advance(MINUTE_MS);
    let sought = 0;
    const search = (remoteAddress: string, language = 'en-GB') => {
      sought += 1;
      return test.app.inject({
        url: `/s/${address}/newsletters?q=cakes or word${sought}`,
        remoteAddress,
        headers: { 'accept-language': language },
      });
    };
    const attack = (times: number) =>
      Promise.all(Array.from({ length: times }, () => search('198.51.100.7')));
    // Fake timers: nobody waits too long on a slow machine, and the gate does not rest after a search. It may still rest after an earlier
    // one.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    expect((await search('192.0.2.1')).statusCode).toBe(200);
    const [atOnce, another] = await Promise.all([attack(10), search('203.0.113.9')]);
    expect(atOnce.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...Array.from({ length: 4 }, () => 200),
      ...Array.from({ length: 6 }, () => 503),
    ]);
    expect(another.body).toContain('<mark>Cakes</mark>');
    await attack(20);
    const refused = await search('198.51.100.7');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' });
    expect(refused.body).toContain(`<p>${deadEndWords('en').words.later}`);
    expect((await search('198.51.100.7', 'ar')).body).toContain(deadEndWords('ar').words.later);
    // The refusal comes before any query.
    const elsewhere = { url: '/s/no-such-school/newsletters?q=cakes', remoteAddress: '198.51.100.7' };
    expect((await test.app.inject(elsewhere)).statusCode).toBe(429);
    expect((await search('203.0.113.9')).statusCode).toBe(200);
    test.clock.advance(MINUTE_MS);
    expect((await search('198.51.100.7')).statusCode).toBe(200);
  });

  // The embedded database enforces no time limit.
  if (process.env.TEST_DATABASE_URL !== undefined)
    it('takes the database a second at most, and says then that it is busy', async () => {
      const locked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      const locking = test.context.database.transaction(async () => {
        await test.context.database.query('lock table newsletter_listings in access exclusive mode');
        locked.resolve();
        await answered.promise;
      });
      await locked.promise;
      const answer = await test.app.inject({ url: `/s/${address}/newsletters?q=cakes` });
      answered.resolve();
      await locking;
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, expect.any(String)]);
    });

  it('looks through the first fifty thousand characters', async () => {
    const texts = ['First words', 'bunting '.repeat(4000), 'bunting '.repeat(4000), 'Last words'];
    await publishNewsletter(test, school.owner, {
      title: 'Long',
      code: texts.map((text, at) => richText(`<p>${text}</p>`, `text-${at}`)),
    });
    expect(await page('/newsletters?q=first')).toContain('>Long</span></a>');
    expect(await page('/newsletters?q=last')).toContain('Nothing about');
  });

  it('has ten results on a page', async () => {
    for (let number = 1; number <= 11; number += 1)
      await publishNewsletter(test, school.owner, { title: `Cakes ${number}` });
    const first = await page('/newsletters?q=cakes');
    expect(first).toContain('Newsletters: 11');
    expect(first.match(/<mark>Cakes<\/mark> \d+/g)).toHaveLength(10);
    expect(first).toContain('newsletters?q=cakes&amp;page=2">2</a>');
    expect((await page('/newsletters?q=cakes&page=2')).match(/<mark>Cakes<\/mark> \d+/g)).toHaveLength(1);
    expect((await get(`/s/${address}/newsletters?q=cakes&page=3`)).statusCode).toBe(404);
  });

  it('finds Arabic words without their article', async () => {
    school = await createSchool(test, { language: 'ar' });
    address = `madrasa-${count}`;
    await switchOn({ address, lists_newsletters: true });
    await publishNewsletter(test, school.owner, { title: 'افتتاح المكتبة الجديدة' });
    expect(await page(`/newsletters?q=${encodeURIComponent('مكتبة')}`)).toContain('<mark>المكتبة</mark>');
    expect(await page()).toContain('<html lang="ar" dir="rtl">');
  });

  it('is searched by the beginnings of words in a language that the database does not know', async () => {
    school = await createSchool(test, { language: 'pl' });
    address = `szkola-${count}`;
    await switchOn({ address, lists_newsletters: true });
    await publishNewsletter(test, school.owner, { title: 'Szkolny kiermasz' });
    expect(await page('/newsletters?q=szkoln kier')).toContain('<mark>Szkolny</mark> <mark>kiermasz</mark>');
    await publishNewsletter(test, school.owner, { title: 'Łódź i świetlica' });
    expect(await page('/newsletters?q=lod swietl')).toContain('<mark>Łódź</mark> i <mark>świetlica</mark>');
    expect(await page()).toContain('<html lang="pl" dir="ltr">');
  });
});

describe('a newsletter that is not public', () => {
  const paths = ['', '/newsletters', '/newsletters.atom', '/newsletters.json', '/latest', '/embed'];
  const statuses = async () =>
    await Promise.all(paths.map(async (path) => (await get(`/s/${address}${path}`)).statusCode));

  it('is gone: unpublished, deleted, switched off, and in closed schools', async () => {
    const one = await publishNewsletter(test, school.owner, { title: 'Withdrawn one' });
    const call = { token: school.owner.token, params: { id: one.id } };
    const shown = async () => (await Promise.all(paths.map(page))).join();
    expect(await statuses()).toEqual([302, 200, 200, 200, 302, 200]);
    (await test.call(newsletterRoutes.unpublishNewsletter, call)).ok();
    expect(await shown()).not.toContain('Withdrawn one');
    expect((await get(`/s/${address}/latest`)).statusCode).toBe(404);
    expect((await list(one.id, true)).status).toBe(404);
    await publish(test, school.owner, one.id);
    expect(await shown()).toContain('Withdrawn one');
    await switchOn({ lists_newsletters: false });
    expect(new Set(await statuses())).toEqual(new Set([404]));
    await switchOn({ lists_newsletters: true });
    expect(await shown()).toContain('Withdrawn one');
    (await test.call(newsletterRoutes.deleteNewsletter, call)).ok();
    expect(await shown()).not.toContain('Withdrawn one');
    const close = { ...call, params: { id: school.id }, body: { name: 'Elm Grove Primary' } };
    (await test.call(schoolClosureRoutes.closeSchool, close)).ok();
    test.clock.advance(MINUTE_MS);
    expect(new Set(await statuses())).toEqual(new Set([404]));
  });

  it('is another school’s, which can change nothing, and an address that nobody has', async () => {
    const one = await publishNewsletter(test, school.owner, { title: 'Ours' });
    const other = await createSchool(test);
    await switchOn({ address: `other-${count}`, lists_newsletters: true }, other);
    const theirs = await publishNewsletter(test, other.owner, { title: 'Theirs' });
    expect(await page()).not.toContain('Theirs');
    expect(await page('/newsletters?q=theirs')).not.toContain(theirs.path);
    expect((await list(one.id, false, other)).status).toBe(404);
    expect(await page()).toContain('Ours');
    const editor = await createStaff(test, school.id, 'contributor');
    const call = { token: editor.token, params: { id: one.id }, body: { listing: { is_listed: false } } };
    expect((await test.call(listingRoutes.setListing, call)).status).toBe(403);
    for (const guess of ['nobody', '..%2f..', '%00', school.id, `${address}%20`])
      expect((await get(`/s/${guess}/newsletters`)).statusCode, guess).toBe(404);
  });

  it('is a draft', async () => {
    const { id } = await createNewsletter(test, school.owner, { title: 'Only a draft' });
    expect((await list(id, true)).status).toBe(404);
    expect(await page()).not.toContain('Only a draft');
  });
});

describe('the addresses of a school', () => {
  it('lead on for ever, each page to the same page', async () => {
    await switchOn({ address: `${address}-new` });
    const moved = await get(`/s/${address.toUpperCase()}/newsletters?q=cake&fbclid=1`);
    expect(moved.statusCode).toBe(301);
    expect(moved.headers.location).toBe(`/s/${address}-new/newsletters?q=cake`);
    expect((await get(String(moved.headers.location))).statusCode).toBe(200);
  });

  it('have the newest newsletter, and nobody keeps that for long', async () => {
    await publishNewsletter(test, school.owner);
    test.clock.advance(MINUTE_MS);
    const newest = await publishNewsletter(test, school.owner);
    const latest = await get(`/s/${address}/latest`);
    expect([latest.statusCode, latest.headers.location]).toEqual([302, newest.path]);
    expect(latest.headers['cache-control']).toBe('public, max-age=30');
  });

  it('have a page for frames, on the websites that the owner names', async () => {
    await publishNewsletter(test, school.owner, { title: 'In a frame' });
    await switchOn({ embed_origins: ['www.Elm.example/news?x', 'http://intranet:8080'] });
    const embed = await get(`/s/${address}/embed`);
    expect(embed.body).toContain('<h1 ');
    expect(embed.body).toContain('In a frame');
    await switchOn({ takes_sign_ups: true });
    expect((await get(`/s/${address}/embed`)).body).toContain(`/s/${address}/sign-up"`);
    const part = (await get(embedPath(address, ['newsletters']))).body;
    expect(part).toContain('In a frame');
    expect(part).not.toContain(`/s/${address}/sign-up"`);
    await switchOn({ takes_sign_ups: false });
    expect(String(embed.headers['content-security-policy'])).toMatch(
      /frame-ancestors 'self' https:\/\/www\.elm\.example http:\/\/intranet:8080$/,
    );
    expect(embed.headers['x-frame-options']).toBeUndefined();
    expect((await get(`/s/${address}/newsletters`)).headers['x-frame-options']).toBe('DENY');
    for (const origin of [
      '',
      '*',
      'https://*',
      "https://x.example; script-src 'self'",
      'javascript:x',
      'a b',
    ]) {
      const call = { token: school.owner.token, params: { id: school.id } };
      const body = { school_pages: { embed_origins: [origin] } };
      expect((await test.call(schoolPageRoutes.updateSchoolPages, { ...call, body })).status, origin).toBe(
        400,
      );
    }
  });

  it('are in the sitemap where search engines are let in', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    expect((await get('/sitemap-schools.xml')).body).not.toContain(path);
    school = await createSchool(test, { searchEngines: true });
    address = `${address}-found`;
    await switchOn({ address, lists_newsletters: true });
    const listed = await publishNewsletter(test, school.owner);
    const map = (await get('/sitemap-schools.xml')).body;
    expect(xml.parseFromString(map, 'application/xml').documentElement.nodeName).toBe('urlset');
    expect(map).toContain(`/s/${address}/newsletters</loc>`);
    expect(map).toContain(`${listed.path}</loc>`);
    const shown = await get(`/s/${address}/newsletters`);
    expect(shown.headers['x-robots-tag']).toBeUndefined();
    const found = await get(`/s/${address}/newsletters?q=autumn`);
    expect(found.headers['x-robots-tag']).toBe('noindex');
    expect(shown.body).toContain('itemprop="headline">Autumn news');
  });
});

describe('a posted link to the pages', () => {
  it('has a description and a link preview, and feeds that programs find', async () => {
    await switchOn({ shows_diary: true, takes_sign_ups: true });
    await publishNewsletter(test, school.owner, { title: 'Bread & roses' });
    const found = async (rest: string) => {
      const head = /<head>[\s\S]*<\/head>/.exec(await page(rest))?.[0] ?? '';
      const meta = (name: string) =>
        new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
      return { description: meta('description'), preview: meta('og:description'), url: meta('og:url'), head };
    };
    const { publicUrl } = test.context.config;
    for (const [rest, description] of [
      ['', 'News from Elm Grove Primary'],
      ['/newsletters', 'Newsletters of Elm Grove Primary'],
      ['/diary', 'Diary · Elm Grove Primary'],
      ['/sign-up', 'News from Elm Grove Primary'],
    ] as const) {
      const { head: _, ...facts } = await found(rest);
      expect(facts).toEqual({ description, preview: description, url: `${publicUrl}/s/${address}${rest}` });
    }
    const { head } = await found('');
    for (const file of ['newsletters.atom', 'newsletters.json', 'diary.ics'])
      expect(head).toMatch(new RegExp(`<link rel="alternate"[^>]* href="/s/${address}/${file}">`));
  });
});

describe('the feeds', () => {
  it('are an Atom feed by what RFC 4287 demands', async () => {
    await publishNewsletter(test, school.owner, { title: 'Bread & <roses> ]]>\u0007' });
    await publishNewsletter(test, school.owner, { title: 'Second' });
    const sent = await get(`/s/${address}/newsletters.atom`);
    expect(sent.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const again = await get(`/s/${address}/newsletters.atom`, { 'if-none-match': String(sent.headers.etag) });
    expect(again.statusCode).toBe(304);
    const feed = xml.parseFromString(sent.body, 'application/xml').documentElement;
    expect(feed.nodeName).toBe('feed');
    const childrenOf = (node: DomNode, name: string) =>
      [...node.childNodes].filter(({ nodeName }) => nodeName === name);
    const entries = childrenOf(feed, 'entry');
    expect(entries).toHaveLength(2);
    for (const node of [feed, ...entries]) {
      // Exactly one of each: RFC 4287, 4.1.1 and 4.1.2.
      for (const name of ['id', 'title', 'updated']) expect(childrenOf(node, name), name).toHaveLength(1);
      expect(childrenOf(node, 'id')[0]?.textContent).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
      expect(z.iso.datetime().safeParse(childrenOf(node, 'updated')[0]?.textContent).success).toBe(true);
    }
    // The feed's author is that of its entries; each entry without content has an alternate link.
    expect(childrenOf(feed, 'author')[0]?.textContent).toBe('Elm Grove Primary');
    const relations = (node: DomNode) =>
      childrenOf(node, 'link').map(
        (link) => [...(link.attributes ?? [])].find(({ name }) => name === 'rel')?.value,
      );
    expect(relations(feed)).toEqual(['self', 'alternate']);
    for (const entry of entries) {
      expect(relations(entry)).toEqual(['alternate']);
      const published = childrenOf(entry, 'published')[0]?.textContent ?? '';
      expect(new Date(published).toISOString()).toBe(published);
      expect(published < (childrenOf(entry, 'updated')[0]?.textContent ?? '')).toBe(true);
    }
    expect(new Set(entries.map((entry) => childrenOf(entry, 'id')[0]?.textContent)).size).toBe(2);
  });

  it('are a JSON Feed 1.1', async () => {
    await publishNewsletter(test, school.owner, { title: 'Bread & roses' });
    const sent = await get(`/s/${address}/newsletters.json`);
    expect(sent.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const item = z.object({
      id: z.string().min(1),
      url: z.url(),
      title: z.string(),
      content_text: z.string(),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
    });
    const feed = z.object({
      version: z.literal('https://jsonfeed.org/version/1.1'),
      title: z.string().min(1),
      home_page_url: z.url(),
      feed_url: z.string().endsWith(`/s/${address}/newsletters.json`),
      language: z.literal('en'),
      authors: z.array(z.object({ name: z.string(), url: z.url() })),
      items: z.array(item).length(1),
    });
    expect(feed.parse(JSON.parse(sent.body)).items[0]?.title).toBe('Bread & roses');
  });
});
