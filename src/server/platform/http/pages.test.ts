import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { answerError } from './errors.ts';
import { AppPages } from './pages.ts';

/** The app's pages, on a build of a few files. */

let test: TestApp;
let app: FastifyInstance;
let root: string;
const SCRIPT = `console.log(${JSON.stringify('a long script '.repeat(200))});`;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkwell-pages-'));
  await mkdir(join(root, 'dist/assets/newsletter'), { recursive: true });
  await mkdir(join(root, 'public/fonts'), { recursive: true });
  const put = (path: string, content: string) => writeFile(join(root, path), content);
  await put(
    'dist/index.html',
    '<!doctype html><html lang="en"><head><meta name="application-name" content="{{name}}" /><!--head--></head><body><div id="root"></div></body></html>',
  );
  await mkdir(join(root, 'dist/.pages'));
  await put(
    'dist/.pages/terms.html',
    '<!doctype html><html lang="en"><head><!--head--><!--start idle /assets/main.js /assets/more.js--></head><body><div id="root"><h1>{{name}} {{year}}</h1><a href="mailto:{{contactEmail}}">{{unknown}}</a></div></body></html>',
  );
  await put('dist/.pages/notFound.html', '<head><!--head--></head><div id="root">Not Found</div>');
  await put('dist/assets/main-AbCdEf12.js', SCRIPT);
  await put('dist/assets/newsletter/facebook.png', 'picture');
  await put('dist/.inputs', 'secret');
  await put('public/fonts/literata-latin-AbCdEf12.woff2', 'font');
  await put('public/fonts/fonts.css', '/* fonts */');
  await put('public/assets.json', '{}');
  test = await buildTestApp({ PRODUCT_NAME: 'Ink & <b>Co</b>', PUBLIC_URL: 'https://news.school.example' });
  app = fastify();
  app.setErrorHandler(answerError);
  new AppPages(test.context, root).mount(app);
});
afterAll(async () => {
  await app.close();
  await test.close();
  await rm(root, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('a screen', () => {
  it.each(Object.keys(SCREENS).filter((name): name is keyof typeof SCREENS => name in SCREENS))(
    '%s has a page with its own head',
    async (name) => {
      const params = { token: 'abc', id: 'abc', edition: 'abc', provider: 'google' };
      const page = await get(screenPath(name, params));
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.payload.match(/<title>/g)).toHaveLength(1);
      expect(page.payload.match(/<meta name="description"/g)).toHaveLength(1);
      expect(page.payload).not.toContain('<!--');
      expect(page.payload).toContain(name === 'terms' ? '<div id="root"><h1>' : '<div id="root"></div>');
    },
  );

  it('that is public has a canonical link, and the others have noindex', async () => {
    const pricing = (await get('/pricing')).payload;
    expect(pricing).toContain('<title>Pricing · Ink &amp; &lt;b&gt;Co&lt;/b&gt;</title>');
    expect(pricing).toContain('<link rel="canonical" href="https://news.school.example/pricing" />');
    expect(pricing).not.toContain('noindex');
    expect((await get('/home')).payload).toContain('href="https://news.school.example/"');
    for (const path of ['/app/newsletters', '/home/token', '/change-password?token=abc'])
      expect((await get(path)).payload, path).toContain('noindex');
    expect((await get('/app/settings/')).payload).toContain('<title>Settings · ');
  });
});

describe('a page that the build has rendered', () => {
  it('has its placeholders filled from the configuration', async () => {
    const page = (await get('/terms')).payload;
    const year = test.clock.now().getFullYear();
    expect(page).toContain(`<h1>Ink &amp; &lt;b&gt;Co&lt;/b&gt; ${year}</h1>`);
    expect(page).toContain('<a href="mailto:hello@inkwell.example">{{unknown}}</a>');
    const facts = /<script type="application\/json" id="product">(.*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(facts).not.toContain('<');
    expect(JSON.parse(facts)).toMatchObject({ name: 'Ink & <b>Co</b>', dial: '02079460958' });
  });

  it('has only inline scripts that the content security policy allows', async () => {
    const page = (await get('/terms')).payload;
    expect(page).toContain('<script data-when="idle" data-files="/assets/main.js /assets/more.js">');
    const policy = String((await test.app.inject('/')).headers['content-security-policy']);
    const scripts = [
      ...page.matchAll(/<script(?! type="application)[^>]*>([^<]*(?:<(?!\/script)[^<]*)*)<\/script>/g),
    ];
    expect(scripts).toHaveLength(2);
    for (const [, script = ''] of scripts)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/);
  });

  it('is compressed, and answered with 304 if unchanged', async () => {
    const page = await get('/terms', { 'accept-encoding': 'br' });
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    const again = await get('/terms', { 'if-none-match': String(page.headers.etag) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    const lost = await get('/nothing');
    const still = await get('/nothing', { 'if-none-match': String(lost.headers.etag) });
    expect(still.statusCode).toBe(404);
  });
});

describe('the files for search engines', () => {
  it('allow crawling newsletters, and disallow private paths', async () => {
    const robots = await test.app.inject('/robots.txt');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.payload).toContain('Allow: /published/\n');
    expect(robots.payload).toContain('Disallow: /app/\n');
    expect(robots.payload).toContain('Sitemap: https://news.school.example/sitemap.xml\n');
  });

  it('list the public pages and no newsletter', async () => {
    const map = (await test.app.inject('/sitemap.xml')).payload;
    const places = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place);
    for (const name of ['pricing', 'help', 'help/api', 'accessibility'])
      expect(places).toContain(`https://news.school.example/${name}`);
    expect(places).toHaveLength(9);
    for (const place of places)
      expect((await get(new URL(place ?? '').pathname)).payload).not.toContain('noindex');
  });
});

describe('a path without a screen', () => {
  it.each([
    '/nothing',
    '/app/nothing',
    '/app/newsletters/editor',
    '/index.html',
    '/.inputs',
    '/assets/',
    '/assets/main-AbCdEf12.js.map',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cpackage.json',
    '/%00',
    '/dist/index.html',
  ])('%s answers 404 with the Not Found page', async (path) => {
    const page = await get(path);
    expect(page.statusCode).toBe(404);
    expect(page.payload).toContain('<title>Not found · ');
    expect(page.payload).toContain('noindex');
  });

  it.each([
    ['/login', '/?login=true'],
    ['/Sign-In/', '/?login=true'],
    ['/signup', '/?register=true'],
  ])('leads from %s, which people type, to %s', async (typed, meant) => {
    const { statusCode, headers } = await get(typed);
    expect([statusCode, headers.location]).toEqual([302, meant]);
  });

  it('answers with JSON below the API, and for other methods', async () => {
    const answer = await test.app.inject('/api/v1/nothing');
    expect([answer.statusCode, answer.json()]).toEqual([404, { error_message: 'Page not found' }]);
    const post = await test.app.inject({ url: '/nothing', method: 'POST' });
    expect([post.statusCode, post.json()]).toEqual([404, { error_message: 'Page not found' }]);
  });
});

describe('a file of the build', () => {
  it('is compressed, and cached for ever if its name has a hash', async () => {
    const path = '/assets/main-AbCdEf12.js';
    const brotli = await get(path, { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
    expect(gunzipSync((await get(path, { 'accept-encoding': 'gzip' })).rawPayload).toString()).toBe(SCRIPT);
    expect((await get(path)).payload).toBe(SCRIPT);
    const again = await get(path, { 'if-none-match': String(brotli.headers.etag) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });

  it('is cached for ever and shared with all origins if it is a font', async () => {
    const { headers } = await get('/fonts/literata-latin-AbCdEf12.woff2');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
  });

  it('is cached for a day if its name has no hash', async () => {
    for (const path of ['/assets/newsletter/facebook.png', '/fonts/fonts.css']) {
      const file = await get(path);
      expect(file.statusCode, path).toBe(200);
      expect(file.headers['cache-control']).toBe('public, max-age=86400');
      expect(file.headers['content-encoding']).toBeUndefined();
    }
  });
});

it('answers 404 for a file that a newer build has removed', async () => {
  const path = 'dist/assets/gone-AbCdEf12.js';
  await writeFile(join(root, path), SCRIPT);
  const later = fastify();
  later.setErrorHandler(answerError);
  new AppPages(test.context, root).mount(later);
  await rm(join(root, path));
  expect((await later.inject('/assets/gone-AbCdEf12.js')).statusCode).toBe(404);
  await later.close();
});

it('answers with a Not found page when nothing is built', async () => {
  const bare = fastify();
  new AppPages(test.context, join(root, 'nowhere')).mount(bare);
  const page = await bare.inject('/nothing');
  expect(page.statusCode).toBe(404);
  expect(page.payload).toContain('<title>Not found · ');
});
