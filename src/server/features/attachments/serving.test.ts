import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestPerson, type TestSchool } from '#test/factories.ts';
import { fetchFile, keyOf, uploadFile } from '#test/files.ts';
import { officeDocument, PDF, picture } from '#test/pictures.ts';
import { plainVideo } from '#test/videos.ts';

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const upload = (content: Buffer, filename?: string, person: TestPerson = school.owner) =>
  uploadFile(test, person, content, filename);

const TEXT = Buffer.from('WScript.Echo 1\n');
const DOCX = await officeDocument('docx');

describe('serving', () => {
  it('sends headers that keep a file from running anything', async () => {
    const { url } = await upload(await picture('png'));
    const { headers } = await fetchFile(test, url);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
    });
    expect(headers['content-disposition']).toBeUndefined();
    const again = await fetchFile(test, url, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    const head = await fetchFile(test, url, {}, 'HEAD');
    expect([head.statusCode, head.payload, head.headers['content-length']]).toEqual([
      200,
      '',
      headers['content-length'],
    ]);
  });

  it('serves documents as downloads under their names', async () => {
    const { url } = await upload(PDF, 'Über – меню; 100%.pdf');
    const { headers } = await fetchFile(test, url);
    expect(headers['content-disposition']).toBe(
      'attachment; filename="Uber  ; 100_.pdf"; filename*=UTF-8\'\'%C3%9Cber%20%E2%80%93%20%D0%BC%D0%B5%D0%BD%D1%8E%3B%20100%25.pdf',
    );
    const odd = await upload(PDF);
    const name = 'a"b\\c\r\nX: y\'*().pdf';
    await test.context.database
      .orm()
      .update(attachments)
      .set({ name })
      .where(eq(attachments.key, keyOf(odd.url)));
    expect((await fetchFile(test, odd.url)).headers['content-disposition']).toBe(
      "attachment; filename=\"a_b_cX: y'*().pdf\"; filename*=UTF-8''a%22b%5Cc%0D%0AX%3A%20y%27%2A%28%29.pdf",
    );
  });

  it.each([
    ['Newsletter-photos.hta', 'Newsletter-photos.hta.txt', TEXT],
    ['run me.BAT', 'run me.BAT.txt', TEXT],
    ['link.url', 'link.url.txt', TEXT],
    ['list.js.', 'list.js..txt', TEXT],
    ['a.txt \u200b.vbs', 'a.txt .vbs.txt', TEXT],
    ['term dates', 'term dates.txt', TEXT],
    ['families.CSV', 'families.CSV', TEXT],
    ['menu.scr', 'menu.scr.pdf', PDF],
    ['Menu.PDF', 'Menu.PDF', PDF],
    ['x.jar', 'x.jar.docx', DOCX],
    ['macro.docm', 'macro.docm.docx', DOCX],
  ])('serves %j as %j: the extension follows the content', async (name, served, bytes) => {
    const { url } = await upload(bytes, name);
    const { headers } = await fetchFile(test, url);
    expect(headers['content-disposition']).toContain(`attachment; filename="${served}"`);
  });

  it.each([
    ['bytes=0-9', 206, 0, 9],
    ['bytes=2020-', 206, 2020, 2023],
    ['bytes=-4', 206, 2020, 2023],
    ['bytes=-99999', 206, 0, 2023],
    ['bytes=2000-99999', 206, 2000, 2023],
    ['bytes=2024-', 416, 0, 0],
    ['bytes=5-2', 200, 0, 2023],
    ['bytes=0-1,4-5', 200, 0, 2023],
    ['bytes=a-b', 200, 0, 2023],
    ['bytes=-', 200, 0, 2023],
    ['items=0-1', 200, 0, 2023],
  ])('answers the range %s correctly', async (range, status, start, end) => {
    const bytes = plainVideo('mp4', 2000);
    expect(bytes.length).toBe(2024);
    const { url } = await upload(bytes);
    const answer = await fetchFile(test, url, { range });
    expect(answer.statusCode).toBe(status);
    if (status === 416) expect(answer.headers['content-range']).toBe('bytes */2024');
    else expect(answer.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
    if (status === 206) expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/2024`);
  });

  it('ignores a range with another file’s ETag', async () => {
    const { url } = await upload(plainVideo('mp4'));
    expect((await fetchFile(test, url, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);
    const { headers } = await fetchFile(test, url);
    expect(
      (await fetchFile(test, url, { range: 'bytes=0-1', 'if-range': String(headers.etag) })).statusCode,
    ).toBe(206);
  });

  it('sends the embedding header with refusals too, for frames without an origin', async () => {
    const { statusCode, headers } = await test.app.inject(`${FILES_PATH}${'a'.repeat(32)}.png`);
    expect([statusCode, headers['cross-origin-resource-policy']]).toEqual([404, 'cross-origin']);
  });

  it.each([
    '..%2f..%2fmain.ts',
    '%2e%2e/%2e%2e/package.json',
    '../database/PG_VERSION',
    '....//',
    'a'.repeat(400),
    '%00',
    'con',
    `${'a'.repeat(32)}.png`,
    `${'a'.repeat(32)}.png.part`,
  ])('answers 404 for %s', async (key) => {
    expect((await test.app.inject(FILES_PATH + key)).statusCode).toBe(404);
  });
});
