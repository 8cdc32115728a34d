import { readdir, readFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fileRoutes, SCHOOL_QUOTA_BYTES, uploadWarning } from '#contract/files.ts';
import { IMAGE_MAX_BYTES } from '#contract/rules/stored-files.ts';
import { DiskFull } from '#server/platform/db/errors.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import { openDiskFiles } from '#server/platform/files/disk.ts';
import { refusalFor } from '#server/platform/http/errors.ts';
import { through } from '#server/platform/streams.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createPerson, createSchool, type TestPerson, type TestSchool } from '#test/factories.ts';
import { fetchFile, sendFile, uploadFile } from '#test/files.ts';
import { MULTIPART, multipartBody } from '#test/multipart.ts';
import { animatedPicture, officeDocument, PDF, photograph, picture, pngBomb, zip } from '#test/pictures.ts';
import { cameraVideo, plainVideo } from '#test/videos.ts';
import { requireRate } from './receive.ts';
import { HEAD_BYTES } from './sniff.ts';

const CAPTIONS = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello';

let test: TestApp;
let school: TestSchool;
let folder: string;
beforeAll(async () => {
  test = await buildTestApp();
  folder = join(test.context.config.dataDir, 'files');
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const send = (content: Buffer, filename?: string, person: TestPerson = school.owner) =>
  sendFile(test, person, content, filename);
const upload = (content: Buffer, filename?: string, person: TestPerson = school.owner) =>
  uploadFile(test, person, content, filename);
const rows = () =>
  test.context.database.orm().select().from(attachments).where(eq(attachments.schoolId, school.id));

describe('an upload', () => {
  it('answers with the file’s address and properties', async () => {
    const stored = await upload(await photograph(2000, 1000), 'Harvest table.JPG');
    expect(stored).toEqual({
      url: expect.stringMatching(
        new RegExp(`^${test.context.config.publicUrl}/files/[\\w-]+/[a-z0-9]{32}\\.jpg$`),
      ),
      name: 'Harvest table.JPG',
      content_type: 'image/jpeg',
      size: expect.any(Number),
      width: 1000,
      height: 2000,
    });
    const served = await fetchFile(test, stored.url);
    expect(served.rawPayload.length).toBe(stored.size);
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined();
  });

  it.each([
    ['a JPEG called PNG', () => picture('jpeg'), 'a.png', 'image/jpeg'],
    ['a PNG without a name', () => picture('png'), '', 'image/png'],
    ['a WebP', () => picture('webp'), 'a.webp', 'image/jpeg'],
    ['an AVIF', () => picture('avif'), 'a.avif', 'image/jpeg'],
    ['an animated GIF', () => animatedPicture('gif'), 'a.gif', 'image/gif'],
    ['an MP4', () => plainVideo('mp4'), 'a.mp4', 'video/mp4'],
    ['a MOV', () => plainVideo('mov'), 'a.mov', 'video/quicktime'],
    ['a WebM', () => plainVideo('webm'), 'a.webm', 'video/webm'],
    ['captions called TXT', () => Buffer.from(CAPTIONS), 'a.txt', 'text/vtt'],
    ['a PDF called HTML', () => PDF, 'a.html', 'application/pdf'],
    [
      'a DOCX',
      () => officeDocument('docx'),
      'a.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [
      'an XLSX',
      () => officeDocument('xlsx'),
      'a.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    [
      'a PPTX',
      () => officeDocument('pptx'),
      'a.pptx',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    ['a text', () => Buffer.from('Zażółć: 3 < 5\r\n'), 'a.txt', 'text/plain'],
  ])('detects %s by its content', async (_, content, name, contentType) => {
    const bytes = await content();
    const stored = await upload(bytes, name);
    expect(stored.content_type).toBe(contentType);
    const served = await fetchFile(test, stored.url);
    expect(served.statusCode).toBe(200);
    expect(served.headers['content-type']).toBe(
      contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
    );
    // Images and documents are rewritten; these files contain no metadata and stay unchanged.
    if (/^(?:video|text)/.test(contentType)) expect(served.rawPayload.equals(bytes)).toBe(true);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'SVG and HTML'],
    [
      'an SVG with a prologue, called PNG',
      '<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
      'SVG and HTML',
    ],
    ['an HTML page', '<!DOCTYPE html><html><body>x', 'SVG and HTML'],
    ['an HTML page after a comment', '\ufeff \n<!-- x --><HTML><script>alert(1)</script>', 'SVG and HTML'],
    [
      'captions with a script in them',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<script>x</script>',
      'These captions have parts of a web page in them',
    ],
    ['a text with a script in it', 'Dear parents\n<script >alert(1)</script>', 'SVG and HTML'],
    [
      'an iPhone photo',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(100)]),
      'HEIC',
    ],
    ['a ZIP archive', zip({ 'a.txt': 'x' }), 'Files of this type'],
    ['an EPUB', zip({ mimetype: 'application/epub+zip' }), 'Files of this type'],
    [
      'a program',
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0'), Buffer.alloc(200)]),
      'Files of this type',
    ],
    ['a Windows program', Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(200)]), 'Files of this type'],
    ['a TIFF', null, 'Files of this type'],
    [
      'an audio file',
      Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0'), Buffer.alloc(300)]),
      'Files of this type',
    ],
    [
      'a Matroska video',
      Buffer.from(
        '1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b6142878104428581021853806701',
        'hex',
      ),
      'Files of this type',
    ],
    [
      'a Word file of 1997',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      'Please save the file as DOCX',
    ],
    ['noise', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 200, 201]), 'Files of this type'],
    ['UTF-16 without letters', Buffer.from('\ufeffa\u0000\u0001', 'utf16le'), 'Files of this type'],
    ['UTF-16 with a script in it', Buffer.from('\ufeffA <script>x</script>', 'utf16le'), 'SVG and HTML'],
  ])('refuses %s with a message, whatever its name', async (_, content, words) => {
    const bytes = content === null ? await picture('tiff') : Buffer.from(content);
    for (const name of ['a.png', 'a.txt', 'a.svg', 'a.docx']) {
      const refused = await send(bytes, name);
      expect(refused.status, name).toBe(415);
      expect(refused.error().error_message).toContain(words);
    }
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['Unicode', Buffer.from('\ufeffCafé at 3 €\r\n', 'utf16le')],
    ['Unicode big endian', Buffer.from('\ufeffCafé at 3 €\r\n', 'utf16le').swap16()],
    ['ANSI', Buffer.from('Caf\xe9 at 3 \x80\r\n', 'latin1')],
    ['UTF-8', Buffer.from('Café at 3 €\r\n')],
  ])('keeps a text in %s as UTF-8', async (_, bytes) => {
    const { url, content_type } = await uploadFile(test, school.owner, bytes, 'a.txt');
    expect(content_type).toBe('text/plain');
    expect((await fetchFile(test, url)).body).toBe('Café at 3 €\r\n');
  });

  it('says of a film that many browsers do not play it, and of a picture that it moves no more', async () => {
    const upload = async (name: string) =>
      await uploadFile(test, school.owner, await readFile(`test/uploaded/${name}`), name);
    const film = await upload('hevc.mov');
    expect(film).toMatchObject({ content_type: 'video/quicktime', is_hevc: true });
    expect(uploadWarning(film)).toContain('HEVC');
    const picture = await upload('gif-500x400x210.gif');
    expect(picture).toMatchObject({ content_type: 'image/png', is_still: true });
    expect(uploadWarning(picture)).toContain('stopped moving');
    const other = await uploadFile(
      test,
      school.owner,
      cameraVideo({ type: 'mov', indexFirst: true }),
      'b.mov',
    );
    expect([other.is_hevc, uploadWarning(other)]).toEqual([undefined, null]);
  });

  it.each([
    ['a broken picture', async () => (await picture('jpeg')).subarray(0, 200)],
    ['a decompression bomb', async () => pngBomb(30_000, 30_000)],
    ['an empty file', async () => Buffer.alloc(0)],
    [
      'a DOCX without a document',
      async () =>
        zip({
          '[Content_Types].xml':
            '<Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>',
          'x.html': '<script>',
        }),
    ],
    ['a truncated DOCX', async () => officeDocument('docx').subarray(0, -30)],
    [
      'a text with binary data later on',
      async () => Buffer.concat([Buffer.alloc(80_000, 65), Buffer.from([0, 255])]),
    ],
  ])('refuses %s (400) and stores nothing', async (_, content) => {
    const before = await readdir(folder);
    expect((await send(await content())).status).toBe(400);
    expect(await rows()).toEqual([]);
    expect(await readdir(folder)).toEqual(before);
  });

  it.each([
    ['other words first', 'WEBVTTS\n\n00:01.000 --> 00:02.000\nHello', null],
    ['no captions', 'WEBVTT - Sports day\n\nHello', 'There are no captions in this file'],
    [
      'a comma in a time',
      'WEBVTT\n\n00:01,000 --> 00:02.000\nHello',
      'Line 3 of the captions is no pair of times.',
    ],
    [
      'an end before its start',
      `${CAPTIONS}\n\n01:00:02.000 --> 59:03.000\nNo`,
      'Line 6 of the captions ends before',
    ],
    ['another encoding', Buffer.from(`${CAPTIONS}caf\xe9`, 'latin1'), 'These captions are not in UTF-8'],
  ])('refuses captions with %s', async (_, content, words) => {
    const refused = await send(Buffer.from(content), 'a.vtt');
    if (words === null) {
      expect(refused.ok().attachment.data.attributes.content_type).toBe('text/plain');
      return;
    }
    expect(refused.status).toBe(400);
    expect(refused.error().error_message).toContain(words);
  });

  it.each([
    ['picture', async () => Buffer.concat([await picture('png'), Buffer.alloc(IMAGE_MAX_BYTES)])],
    ['file of captions', async () => Buffer.concat([Buffer.from(CAPTIONS), Buffer.alloc(1024 ** 2, 65)])],
    ['document', async () => Buffer.concat([PDF, Buffer.alloc(25 * 1024 ** 2)])],
    ['office document', async () => Buffer.concat([officeDocument('docx'), Buffer.alloc(25 * 1024 ** 2)])],
  ])('refuses a %s that is too large (413)', async (_, content) => {
    const before = await readdir(folder);
    const refused = await send(await content());
    expect(refused.status).toBe(413);
    expect(refused.error().error_message).toBe('This file is too large');
    expect(await readdir(folder)).toEqual(before);
  });

  it('is refused above the school’s quota', async () => {
    const filler = { schoolId: school.id, name: 'x', contentType: 'video/mp4' };
    const files = Array.from({ length: 2 }, (_, at) => ({
      ...filler,
      key: `${school.id}-${at}`,
      size: SCHOOL_QUOTA_BYTES / 2 - 5000,
    }));
    await test.context.database.orm().insert(attachments).values(files);
    await upload(plainVideo('mp4', 3000));
    const before = await readdir(folder);
    const refused = await send(plainVideo('mp4', 9000));
    expect(refused.status).toBe(413);
    expect(refused.error().error_message).toContain('storage');
    const { room } = (await test.call(fileRoutes.schoolRoom, { token: school.owner.token })).ok();
    expect(room.files.max).toBe(SCHOOL_QUOTA_BYTES);
    expect(SCHOOL_QUOTA_BYTES - room.files.used).toBeLessThan(7000);
    expect(SCHOOL_QUOTA_BYTES - room.files.used).toBeGreaterThan(4000);
    // Two concurrent uploads, of which only one fits.
    const both = await Promise.all([send(plainVideo('mp4', 4000)), send(plainVideo('mp4', 4000))]);
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 413]);
    expect((await readdir(folder)).length).toBe(before.length + 1);
  });

  it('is possible without a school, up to a quota', async () => {
    const person = await createPerson(test);
    expect((await upload(await picture('png'), 'logo.png', person)).content_type).toBe('image/png');
    await test.context.database
      .orm()
      .insert(attachments)
      .values({
        userId: person.id,
        key: person.id,
        name: 'x',
        contentType: 'video/mp4',
        size: 100 * 1024 * 1024,
      });
    expect((await send(await picture('png'), 'logo.png', person)).status).toBe(413);
  });

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\menu.png', 'menu.png'],
    ['a\r\nSet-Cookie: x=1.png', 'aSet-Cookie: x=1.png'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['..', 'file'],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    [`${'long '.repeat(100)}.png`, 'long '.repeat(40).trim()],
  ])('keeps a name like %j out of the file system', async (given, kept) => {
    const [name] = [given.replace(/[\r\n"]/g, '')];
    const before = new Set(await readdir(folder));
    const stored = await upload(await picture('png'), name);
    expect(stored.name.trim()).toBe(kept);
    const added = (await readdir(folder)).filter((file) => !before.has(file));
    expect(added).toEqual([expect.stringMatching(/^[a-z0-9]{32}\.png$/)]);
  });

  it('needs a file in the right field', async () => {
    const call = (body: Buffer) =>
      test.call(fileRoutes.uploadAttachment, { token: school.owner.token, body, headers: MULTIPART });
    expect((await call(multipartBody([]))).status).toBe(400);
    expect(
      (await call(multipartBody([{ name: 'picture', filename: 'a.png', content: await picture('png') }])))
        .status,
    ).toBe(400);
    const asText = await call(multipartBody([{ name: 'file', content: Buffer.from('text') }]));
    expect([asText.status, asText.error().errors]).toEqual([400, { file: ['This field must be a file'] }]);
    expect(
      (await test.call(fileRoutes.uploadAttachment, { token: school.owner.token, body: '{}' })).status,
    ).toBe(415);
  });
});

describe('an aborted or stalled upload', () => {
  let url = '';
  beforeAll(async () => {
    url = await test.listen();
  });

  /** Sends the beginning of an upload of 50 MB over a separate connection. */
  function begin(start: Buffer, person: TestPerson = school.owner): ClientRequest {
    const { port } = new URL(url);
    const head = multipartBody([{ name: 'file', filename: 'a', content: start }]).subarray(0, -30);
    const upload = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/attachments',
      headers: { ...MULTIPART, authorization: `Bearer ${person.token}`, 'content-length': 50_000_000 },
    });
    // The connection is closed on purpose.
    upload.on('error', () => undefined);
    upload.write(head);
    return upload;
  }

  it('leaves nothing behind, two hundred times', async () => {
    const before = await readdir(folder);
    // Each is longer than what is read before anything is written: two are received at a time, whichever come first.
    const kinds = [
      plainVideo('mp4', 300_000),
      Buffer.concat([PDF, Buffer.alloc(100_000)]),
      Buffer.concat([await picture('png', 500, 400), Buffer.alloc(100_000)]),
      Buffer.alloc(90_000, 65),
    ];
    for (const kind of kinds) expect(kind.length).toBeGreaterThan(HEAD_BYTES);
    for (let round = 0; round < 10; round += 1) {
      const running = Array.from({ length: 20 }, (_, at) => begin(kinds[at % kinds.length] ?? PDF));
      const answers: (number | undefined)[] = [];
      for (const upload of running) upload.once('response', ({ statusCode }) => answers.push(statusCode));
      // Some are partly on disk already, unless all were refused.
      await waitForFiles((names) => names.length > before.length || answers.length === running.length);
      expect(answers.length, `Answered ${answers.join(', ')}`).toBeLessThan(running.length);
      for (const upload of running) upload.destroy();
      await expect.poll(() => readdir(folder), { interval: 5 }).toEqual(before);
    }
    expect(await rows()).toEqual([]);
  });

  it('does not block other people, however many and slow the uploads are', async () => {
    const others = await Promise.all(Array.from({ length: 12 }, () => createSchool(test)));
    const start = Buffer.concat([await picture('png'), Buffer.alloc(100_000)]);
    // Each person sends two uploads that stall, and a third that has to wait.
    const running = others.flatMap(({ owner }) => [1, 2, 3].map(() => begin(start, owner)));
    await waitForFiles((names) => unfinished(names).length === 24);
    expect((await upload(await picture('png'))).content_type).toBe('image/png');
    expect((await upload(officeDocument('docx'), 'a.docx')).size).toBeGreaterThan(0);
    expect((await upload(plainVideo('mp4'))).content_type).toBe('video/mp4');
    // Only two uploads a person are running.
    expect(unfinished(await readdir(folder))).toHaveLength(24);
    for (const each of running) each.destroy();
    await waitForFiles((names) => unfinished(names).length === 0);
  });

  it('does not block other people, however many accounts without a school send animated pictures', async () => {
    const gif = await readFile('test/uploaded/gif-500x400x210.gif');
    const strangers = await Promise.all(Array.from({ length: 10 }, () => createPerson(test)));
    const done: string[] = [];
    const many = strangers.map((person) =>
      upload(gif, 'many.gif', person).then(() => done.push('a stranger’s')),
    );
    const own = upload(await picture('png')).then(() => done.push('own'));
    await Promise.all([...many, own]);
    expect(done.indexOf('own')).toBeLessThan(4);
  });

  it('is refused below 4 KB/s over half a minute (408)', async () => {
    const source = new PassThrough();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const slow = buffer(through(source, requireRate()));
    const outcome = slow.catch((error: unknown) => error);
    source.write(Buffer.alloc(4096 * 30));
    await vi.advanceTimersByTimeAsync(30_000);
    source.write(Buffer.alloc(4096 * 30 - 1));
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect(refusalFor(await outcome)).toMatchObject({
      status: 408,
      body: { error_message: 'This upload was too slow. Please try again with a better connection' },
    });
    expect(source.destroyed).toBe(true);
  });
});

const unfinished = (names: readonly string[]) => names.filter((name) => name.endsWith('.part'));

/** Waits until the folder's files satisfy the condition. */
async function waitForFiles(condition: (names: readonly string[]) => boolean): Promise<void> {
  await expect
    .poll(async () => condition(await readdir(folder)), { interval: 5, timeout: 60_000 })
    .toBe(true);
}

describe('a full disk', () => {
  it('answers 507 before anything is read', async () => {
    const files = await openDiskFiles(join(test.context.config.dataDir, 'other'));
    const full = await buildTestApp(
      {},
      { files: Object.assign(files, { ensureSpace: () => Promise.reject(new DiskFull()) }) },
    );
    const owner = (await createSchool(full)).owner;
    const answer = await sendFile(full, owner, PDF);
    expect(answer.status).toBe(507);
    expect(answer.error().error_message).toBe('The server has no space left. Nothing was changed');
    await full.close();
  });
});
