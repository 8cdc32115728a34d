import { get as httpGet } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { deadEndWords } from '#newsletter/words/dead-end-words.ts';
import type { Database } from '#server/platform/db/client.ts';
import { DatabaseUnavailable } from '#server/platform/db/errors.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { UNSURE_MS } from '#server/platform/http/freshness.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { openTestDatabase, sharedDatabase } from '#test/database.ts';
import { uploadedLogo } from '#test/examples/schools.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { registerFiles } from '#test/files.ts';
import { sampleBlocks } from '#test/newsletter-samples.ts';
import { createNewsletter, heading, publish, publishNewsletter, richText } from '#test/newsletters.ts';

/** Public pages, over a real connection: cached pages are sent before the framework handles the request. */

let test: TestApp;
let school: TestSchool;
let url: string;
/** Whether the database is unavailable; checked by every query. */
let away = false;
beforeAll(async () => {
  const database = switched(await openTestDatabase());
  test = await buildTestApp({}, { database });
  url = await test.listen();
});
beforeEach(async () => {
  away = false;
  school = await createSchool(test);
});
afterAll(() => test.close());

// A database that is unavailable throws when asked for its handle.
function switched(database: Database): Database {
  const orm = database.orm.bind(database);
  return Object.assign(database, {
    orm: () => {
      if (away) throw new DatabaseUnavailable('switched off');
      return orm();
    },
  });
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { method, headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' });
const call = (id: string) => ({ token: school.owner.token, params: { id } });
const unpublish = async (id: string) =>
  (await test.call(newsletterRoutes.unpublishNewsletter, call(id))).ok();
const remove = (id: string) => test.call(newsletterRoutes.deleteNewsletter, call(id));

describe('a public page', () => {
  it('is plain HTML with a policy that allows no scripts', async () => {
    const { path } = await publishNewsletter(test, school.owner, { code: [heading('Harvest')] });
    const first = await get(path);
    // The first response is from the database, the second from the cache: they are the same.
    const second = await get(path);
    for (const response of [first, second]) {
      expect(response.status).toBe(200);
      const headers = Object.fromEntries(response.headers);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=30',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        link: expect.stringMatching(/^<\/fonts\/[\w-]+\.woff2>; rel=preload; as=font/),
        etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
      });
      const policy = new Map(
        (headers['content-security-policy'] ?? '').split('; ').map((part) => [part.split(' ')[0], part]),
      );
      expect(policy.get('default-src')).toBe("default-src 'none'");
      expect(policy.get('base-uri')).toBe("base-uri 'none'");
      expect(policy.get('form-action')).toBe("form-action 'none'");
      expect(policy.has('script-src')).toBe(false);
      expect(policy.has('frame-ancestors')).toBe(true);
    }
    const page = await second.text();
    expect(page).toBe(await first.text());
    expect(page).not.toMatch(/<script/i);
    expect(page).toContain('Harvest</h2>');
  });

  it('reserves space for pictures in their aspect ratio', async () => {
    const logo = await uploadedLogo(test, { ...school.owner, schoolId: school.id });
    const code = [{ name: 'i', type: 'image', value: { url: logo, alt: 'Pumpkins' } }];
    const { path } = await publishNewsletter(test, school.owner, { code });
    const tag = /<img[^>]*Pumpkins[^>]*>/.exec(await (await get(path)).text())?.[0];
    const width = Number(/ width="(\d+)"/.exec(tag ?? '')?.[1]);
    expect(tag).toContain(` height="${Math.round((width * 9) / 32)}"`);
  });

  it('has a link preview for chat programs', async () => {
    await registerFiles(test, school, ['/files/abc.png']);
    const code = [
      richText('<p>Thank you for every tin.</p>'),
      { name: 'i', type: 'image', value: { url: '/files/abc.png', alt: 'Pumpkins' } },
    ];
    const { path } = await publishNewsletter(test, school.owner, { title: 'Autumn & more', code });
    const page = await (await get(path)).text();
    const { publicUrl } = test.context.config;
    expect(page).toContain('<meta property="og:title" content="Autumn &#38; more">');
    expect(page).toContain('<meta property="og:description" content="Thank you for every tin.">');
    expect(page).toContain(`<meta property="og:image" content="${publicUrl}/files/abc.png">`);
    expect(page).toContain(`<link rel="canonical" href="${publicUrl}${path}">`);
    expect(page).toContain('<html lang="en"');
  });

  it('is compressed as the client accepts it', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    const plain = Buffer.from(await (await get(path)).arrayBuffer());
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['GZIP;q=0.5', 'gzip', gunzipSync],
      ['br;q=0.0', null, (bytes: Buffer) => bytes],
      ['identity', null, (bytes: Buffer) => bytes],
    ] as const) {
      const response = await rawGet(path, accepted);
      expect(response.encoding, accepted).toBe(encoding);
      expect(unpack(response.body).equals(plain), accepted).toBe(true);
    }
  });

  it('is not sent again to a client that has it', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    const etag = (await get(path)).headers.get('etag') ?? '';
    for (const condition of [etag, `"other", ${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': condition });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    const slashed = await test.app.inject(`${path}/?from=mail`);
    expect([slashed.statusCode, slashed.headers.location]).toEqual([301, `${path}?from=mail`]);
  });

  it('is the same page with any query appended to its link', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    for (const query of ['?fbclid=1', '?fbclid=2', '']) expect((await get(path + query)).status).toBe(200);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    for (let round = 0; round < 2; round += 1) {
      const head = await get(path, {}, 'HEAD');
      const full = await get(path);
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await full.text())));
      expect(head.headers.get('etag')).toBe(full.headers.get('etag'));
    }
  });

  it('shows the last published state until the next publish', async () => {
    const { id, path } = await publishNewsletter(test, school.owner, { title: 'First' });
    expect(await (await get(path)).text()).toContain('>First</h1>');
    (await test.call(newsletterRoutes.updateNewsletter, { ...call(id), body: { title: 'Second' } })).ok();
    expect(await (await get(path)).text()).toContain('>First</h1>');
    await publish(test, school.owner, id);
    expect(await (await get(path)).text()).toContain('>Second</h1>');
  });

  it('is available as JSON, too', async () => {
    const { slug } = await publishNewsletter(test, school.owner, { title: 'For programs' });
    const { attributes } = (await test.call(newsletterRoutes.publishedNewsletter, { params: { slug } })).ok()
      .news_letter.data;
    expect(attributes).toMatchObject({ title: 'For programs', school_name: 'Elm Grove Primary' });
    expect(attributes.body).toContain('>For programs</h1>');
  });
});

async function rawGet(path: string, accepted: string): Promise<{ encoding: string | null; body: Buffer }> {
  const { rawPayload, headers } = await test.app.inject({
    url: path,
    headers: { 'accept-encoding': accepted },
  });
  const encoding = headers['content-encoding'];
  return { encoding: typeof encoding === 'string' ? encoding : null, body: rawPayload };
}

describe('an unpublished newsletter', () => {
  it('is not there in the language of the browser, like one that never existed', async () => {
    const { words } = deadEndWords('ar');
    const taken = await publishNewsletter(test, school.owner);
    await unpublish(taken.id);
    const bodies = await Promise.all(
      [taken.path, '/published/autumn-news-00000000000000', '/s/no-such-school'].map(async (path) => {
        const answer = await get(path, { 'accept-language': 'ar-EG,en;q=0.5' });
        expect(answer.status).toBe(404);
        return await answer.text();
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('<html lang="ar" dir="rtl">');
    expect(bodies[0]).toContain(`<h1>${words.goneTitle}</h1><p>${words.gone}</p>`);
  });

  it('answers like one that never existed: 404 with the not-found page', async () => {
    const never = await get('/published/autumn-news-00000000000000');
    const body = await never.text();
    expect(never.status).toBe(404);
    expect(never.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const taken = await publishNewsletter(test, school.owner);
    expect((await get(taken.path)).status).toBe(200);
    await unpublish(taken.id);
    const deleted = await publishNewsletter(test, school.owner);
    await remove(deleted.id);
    const draft = await createNewsletter(test, school.owner);
    const paths = [
      taken.path,
      deleted.path,
      `/published/${draft.id}`,
      '/published/',
      '/published/%00',
      '/published/..%2f..%2fetc%2fpasswd',
      `/published/${'x'.repeat(400)}`,
    ];
    for (const path of paths) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      expect(await answer.text(), path).toBe(body);
    }
    expect(
      (await test.call(newsletterRoutes.publishedNewsletter, { params: { slug: taken.slug } })).status,
    ).toBe(404);
  });

  it('disappears at once even if read just before, and returns under the same link', async () => {
    const { id, path } = await publishNewsletter(test, school.owner);
    for (let round = 0; round < 3; round += 1) {
      expect((await get(path)).status).toBe(200);
      await unpublish(id);
      expect((await get(path)).status).toBe(404);
      await publish(test, school.owner, id);
    }
  });

  it('is not restored by requests during unpublishing', async () => {
    const { id, path } = await publishNewsletter(test, school.owner);
    let reading = true;
    const readers = Array.from({ length: 8 }, async () => {
      while (reading) await (await get(path)).text();
    });
    for (let round = 0; round < 5; round += 1) {
      await unpublish(id);
      expect((await get(path)).status).toBe(404);
      await publish(test, school.owner, id);
      expect((await get(path)).status).toBe(200);
    }
    await unpublish(id);
    reading = false;
    await Promise.all(readers);
    expect((await get(path)).status).toBe(404);
  });
});

describe('search engines', () => {
  const robots = async (path: string) => (await get(path)).headers.get('x-robots-tag');
  const allow = (search_engines: boolean) =>
    test.call(schoolRoutes.updateSchool, {
      token: school.owner.token,
      params: { id: school.id },
      body: { school: { search_engines } },
    });

  it('are excluded unless the school allows them, also after a change', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    expect(await robots(path)).toBe('noindex');
    expect(await (await get(path)).text()).not.toContain('noindex');
    (await allow(true)).ok();
    test.clock.advance(21_000);
    expect(await robots(path)).toBeNull();
    expect(await robots(path)).toBeNull();
    (await allow(false)).ok();
    test.clock.advance(21_000);
    expect(await robots(path)).toBe('noindex');
  });
});

describe('a typical newsletter with every block and a dozen paragraphs', () => {
  const paragraphs = Array.from({ length: 12 }, (_, place) =>
    richText(
      `<p>${place}: thank you for every tin, packet and enormous marrow. Together we filled eleven crates.</p>`,
      `paragraph-${place}`,
    ),
  );

  // Pictures from other hosts are the author's choice.
  const blocks = sampleBlocks().filter((block) => !JSON.stringify(block).includes('//example.org'));

  it('takes at most 15 KB, without scripts, all from its own host', async () => {
    const { path } = await publishNewsletter(test, school.owner, {
      code: [...blocks, ...paragraphs],
    });
    const packed = await new Promise<Buffer>((resolve, reject) => {
      httpGet(url + path, { headers: { 'accept-encoding': 'gzip, br' } }, (response) => {
        expect(response.headers['content-encoding']).toBe('br');
        buffer(response).then(resolve, reject);
      }).on('error', reject);
    });
    expect(packed.length).toBeLessThanOrEqual(15_000);
    const page = brotliDecompressSync(packed).toString();
    expect(page).not.toMatch(/<(?:script|iframe|object|embed)/);
    const loaded = [...page.matchAll(/(?:\ssrc|\sposter|<link[^>]*\shref|url\()\s*=?\s*["'(]?([^"')\s>]+)/g)];
    const own = test.context.config.publicUrl;
    const foreign = loaded.map(([, address = '']) => address).filter((address) => /^https?:/.test(address));
    // The page's own absolute address, for search engines, loads nothing.
    expect(foreign.filter((address) => address !== own + path)).toEqual([]);
    expect(loaded.length).toBeGreaterThan(5);
  });
});

describe('another process on the same database', () => {
  // Changes the rows without notifying this process.
  const elsewhere = () => test.context.database.orm().delete(editions);

  it('has unpublished a page: it is gone here within a minute, browser caches included', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    expect((await get(path)).status).toBe(200);
    await elsewhere();
    const maxAge = 30_000;
    test.clock.advance(MINUTE_MS - maxAge);
    expect((await get(path)).status).toBe(404);
  });

  it('has unpublished a page: it is gone here even if the clock is set back an hour', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    expect((await get(path)).status).toBe(200);
    await elsewhere();
    test.clock.setBack(HOUR_MS);
    test.clock.advance(21_000);
    expect((await get(path)).status).toBe(404);
    test.clock.setBack(-HOUR_MS);
  });

  it('announces what it publishes and unpublishes: it is here at once', async () => {
    const { database } = test.context;
    const other = await buildTestApp({}, { database: sharedDatabase(database) });
    await expect.poll(() => database.announcements.received()).not.toBeNull();
    const { id, path } = await publishNewsletter(other, school.owner);
    // No time passes on either clock.
    expect((await get(path)).status).toBe(200);
    (await other.call(newsletterRoutes.unpublishNewsletter, call(id))).ok();
    await expect.poll(async () => (await get(path)).status).toBe(404);
    await other.close();
  });

  it('may have announced something that nobody received: nothing is older than a second then', async () => {
    const { announcements } = test.context.database;
    const received = vi.spyOn(announcements, 'received').mockReturnValue(1);
    const { path } = await publishNewsletter(test, school.owner);
    expect((await get(path)).status).toBe(200);
    await elsewhere();
    test.clock.advance(UNSURE_MS);
    expect((await get(path)).status).toBe(200);
    // The number of another connection.
    received.mockReturnValue(2);
    expect((await get(path)).status).toBe(404);
    received.mockRestore();
  });

  it('has published again: later requests get the new page', async () => {
    const { id, path } = await publishNewsletter(test, school.owner, { title: 'Old' });
    await (await get(path)).text();
    const [old] = await test.context.database.orm().select().from(editions);
    (await test.call(newsletterRoutes.updateNewsletter, { ...call(id), body: { title: 'New' } })).ok();
    await publish(test, school.owner, id);
    await (await get(path)).text();
    // Does what another process would do to restore the first one.
    if (old !== undefined) await test.context.database.orm().update(editions).set(old);
    test.clock.advance(21_000);
    expect(await (await get(path)).text()).toContain('>Old</h1>');
  });
});

describe('while the database is away', () => {
  it('shows cached pages until it is back', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    const page = await (await get(path)).text();
    away = true;
    for (const wait of [0, 6000, 25_000, HOUR_MS]) {
      test.clock.advance(wait);
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(page);
    }
    away = false;
  });

  it('reports it for other pages, and finds them afterwards', async () => {
    const { path } = await publishNewsletter(test, school.owner);
    away = true;
    const answer = await get(path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    away = false;
    expect((await get(path)).status).toBe(200);
  });
});
