import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { attachments, editions } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { fetchFile, keyOf, uploadFile } from '#test/files.ts';
import { photograph, picture, SAMPLES } from '#test/pictures.ts';

/** The smaller and cut copies of uploaded photos, which belong to their file. Threats 8 and 44. */

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const copyOf = (url: string, name: string) => fetchFile(test, `${url}?copy=${name}`);
const publicAddress = (url: string) => `${new URL(url).origin}/files/${keyOf(url)}`;

it('puts a logo on its ground in mails, where dark modes take all other grounds away', async () => {
  const letters = { create: { width: 200, height: 80, channels: 4 as const, background: '#0a0a14' } };
  const bytes = await sharp({ create: { width: 600, height: 200, channels: 4, background: '#00000000' } })
    .composite([{ input: letters }])
    .png()
    .toBuffer();
  const { url } = await uploadFile(test, school.owner, bytes);
  await test.context.database
    .orm()
    .update(schools)
    .set({ logo: `/files/${keyOf(url)}`, logoAspect: 3 })
    .where(eq(schools.id, school.id));
  const { page = '', mail = '' } = await publishBlocks([
    { name: 't', type: 'text', value: { html: '<p>Hi</p>' } },
  ]);
  expect(mail).toContain(`/files/${keyOf(url)}?copy=flat-ffffff"`);
  expect(page).not.toContain('flat-');
  const sent = await copyOf(url, 'flat-ffffff');
  expect(sent.headers['content-type']).toBe('image/png');
  const flat = sharp(sent.rawPayload);
  expect(await flat.metadata()).toMatchObject({ width: 520, height: 200 });
  const { isOpaque, channels } = await flat.stats();
  expect([isOpaque, channels[0]?.max, (channels[0]?.min ?? 255) < 20]).toEqual([true, 255, true]);
  // An arbitrary colour gets the picture itself: we never request one.
  expect((await sharp((await copyOf(url, 'flat-123456')).rawPayload).metadata()).hasAlpha).toBe(true);
});

function publishGroup(urls: readonly string[]) {
  const images = urls.map((url, index) => ({ url, alt: `Picture ${index}` }));
  return publishBlocks([
    { name: 'group', type: 'image_group', value: { images } },
    { name: 'image', type: 'image', value: { url: urls[0], alt: 'A wall', size: 'full' } },
  ]);
}

async function publishBlocks(code: readonly unknown[]) {
  const body = { news_letter: { title: 'Harvest', layout_type: 'one_column', code } };
  const { token } = school.owner;
  const created = (await test.call(newsletterRoutes.createNewsletter, { token, body })).ok();
  const { id } = created.news_letter.data;
  (await test.call(newsletterRoutes.publishNewsletter, { token, params: { id }, body: {} })).ok();
  const [edition] = await test.context.database
    .orm()
    .select({ page: editions.pageHtml, mail: editions.mailHtml })
    .from(editions)
    .where(eq(editions.newsletterId, id));
  return { id, ...edition };
}

it('are as wide or of the shape that their name says, upright and without metadata', async () => {
  const { url } = await uploadFile(test, school.owner, await photograph(2400, 1200));
  const sizes = [];
  for (const name of ['w480', 'w800', 'w1200', '4x3', '4x5']) {
    const reply = await copyOf(url, name);
    const { format, width, height, exif } = await sharp(reply.rawPayload).metadata();
    expect(exif).toBeUndefined();
    sizes.push([reply.headers['content-type'], format, width, height]);
  }
  // Turned upright, the picture is 1200 wide and 2400 high.
  expect(sizes).toEqual([
    ['image/webp', 'webp', 480, 960],
    ['image/webp', 'webp', 800, 1600],
    ['image/jpeg', 'jpeg', 1200, 2400],
    ['image/jpeg', 'jpeg', 800, 600],
    ['image/jpeg', 'jpeg', 1104, 1380],
  ]);
});

it('are the picture itself where there is none, so that none is enlarged', async () => {
  const { url } = await uploadFile(test, school.owner, await picture('jpeg', 400, 300));
  for (const name of ['w480', '4x3', '../x', 'w99999']) {
    const { width, height } = await sharp((await copyOf(url, name)).rawPayload).metadata();
    expect([width, height]).toEqual([400, 300]);
  }
});

it('copies of a transparent PNG stay transparent: WebP for pages, PNG for mails', async () => {
  const { url } = await uploadFile(test, school.owner, await SAMPLES.wideDrawing());
  const found = [];
  for (const name of ['w480', '4x3', '4x5']) {
    const reply = await copyOf(url, name);
    const { format, width, height, hasAlpha } = await sharp(reply.rawPayload).metadata();
    found.push([reply.headers['content-type'], format, width, height, hasAlpha]);
  }
  expect(found).toEqual([
    ['image/webp', 'webp', 480, 60, true],
    ['image/png', 'png', 266, 200, true],
    // A poster is served whole: a cut copy would lose its date.
    ['image/png', 'png', 1600, 200, true],
  ]);
});

describe('copies of a picture that was uploaded without them', () => {
  let url: string;
  const isMade = async (name: string) => (await test.context.files.getCopy(keyOf(url), name)) !== null;
  const bytesOfCopies = async () => {
    const where = eq(attachments.key, keyOf(url));
    const [row] = await test.context.database.orm().select().from(attachments).where(where);
    return row?.copiesSize;
  };
  beforeEach(async () => {
    ({ url } = await uploadFile(test, school.owner, await picture('jpeg', 1000, 1500)));
    await rm(join(test.context.config.dataDir, 'files', 'copies', keyOf(url)), { recursive: true });
    await test.context.database.orm().update(attachments).set({ copiesSize: 0 });
  });
  afterEach(() => vi.restoreAllMocks());

  it('are made once, for all who ask first at the same time', async () => {
    const { page = '' } = await publishGroup([url]);
    expect(page).toContain(`/files/${keyOf(url)}?copy=w480 480w`);
    const written = vi.spyOn(test.context.files, 'putCopy');
    const names = ['w480', 'w480', 'w800', '4x3', '4x5', 'w480'];
    const replies = await Promise.all(names.map((name) => copyOf(publicAddress(url), name)));
    const widths = replies.map(async ({ rawPayload }) => (await sharp(rawPayload).metadata()).width);
    expect(await Promise.all(widths)).toEqual([480, 480, 800, 800, 1000, 480]);
    expect(written.mock.calls.map(([, name]) => name)).toEqual(['w480', 'w800', '4x3', '4x5']);
    const sizes = written.mock.calls.map(([, , bytes]) => bytes.length);
    expect(await bytesOfCopies()).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });

  it('are not made for readers who may not see it', async () => {
    expect((await copyOf(publicAddress(url), 'w480')).statusCode).toBe(404);
    expect(await isMade('w480')).toBe(false);
    expect((await copyOf(url, 'w480')).headers['content-type']).toBe('image/webp');
    expect(await isMade('4x3')).toBe(true);
  });

  it('are the picture itself when they cannot be stored', async () => {
    vi.spyOn(test.context.files, 'putCopy').mockRejectedValue(new Error('The disk is full'));
    const { headers, rawPayload } = await copyOf(url, 'w480');
    expect([headers['content-type'], (await sharp(rawPayload).metadata()).width]).toEqual([
      'image/jpeg',
      1000,
    ]);
  });
});

it('are offered on the page in WebP, and in the mail as JPEG of an even shape', async () => {
  const { url } = await uploadFile(test, school.owner, await picture('jpeg', 1000, 1500));
  const { url: other } = await uploadFile(test, school.owner, await picture('png', 900, 300));
  const { page = '', mail = '' } = await publishGroup([url, other]);
  const key = keyOf(url);
  expect(page).toContain(
    `<picture><source type="image/webp" srcset="/files/${key}?copy=w480 480w, /files/${key}?copy=w800 800w" sizes="(max-width:479px) 50vw, 272px"><img`,
  );
  expect(page).toContain(`<a href="/files/${key}"`);
  expect(page).toContain(`srcset="/files/${keyOf(other)}?copy=w480 480w`);
  const sources = [...mail.matchAll(/ src="[^"]*\/files\/([^"]*)"/g)].map(([, source]) => source);
  expect(sources).toEqual([`${key}?copy=4x3`, `${keyOf(other)}?copy=4x3`, `${key}?copy=4x5`]);
  expect(mail).not.toMatch(/webp|srcset/);
});

describe('around a focal point', () => {
  const RED = { r: 200, g: 30, b: 30 };
  const GREEN = { r: 30, g: 120, b: 60 };
  const isRed = async (bytes: Buffer) => {
    const { dominant } = await sharp(bytes).stats();
    return dominant.r > dominant.g;
  };
  // Red on top and green below, or red on the left and green on the right.
  const halves = async (width: number, height: number, isTall: boolean) =>
    await sharp({ create: { width, height, channels: 3, background: GREEN } })
      .composite([
        {
          input: {
            create: {
              width: isTall ? width : Math.floor(width / 2),
              height: isTall ? Math.floor(height / 2) : height,
              channels: 3,
              background: RED,
            },
          },
          left: 0,
          top: 0,
        },
      ])
      .jpeg()
      .toBuffer();

  it('are cut there for mails and looked at there on pages', async () => {
    const { url: tall } = await uploadFile(test, school.owner, await halves(800, 1600, true));
    const { url: wide } = await uploadFile(test, school.owner, await halves(1600, 600, false));
    const images = [
      { url: tall, alt: 'Up', focus: { x: 9, y: 2 }, isTall: true },
      { url: tall, alt: 'Down', focus: { x: 9, y: 100 } },
      { url: wide, alt: 'Left', focus: { x: 0, y: 81 } },
      { url: wide, alt: 'Middle', focus: { x: 50, y: 81 } },
    ];
    const edition = await publishBlocks([{ name: 'group', type: 'image_group', value: { images } }]);
    expect([...(edition.page ?? '').matchAll(/object-position:([^;"]*)/g)].map(([, at]) => at)).toEqual([
      '9% 2%',
      '9% 100%',
      '0% 81%',
      '50% 81%',
    ]);
    const names = [...(edition.mail ?? '').matchAll(/\?copy=([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['4x5-0', '4x3-100', '4x3-0', '4x3']);
    const found = [];
    for (const [url, name = ''] of [
      [tall, names[0]],
      [tall, names[1]],
      [wide, names[2]],
    ] as const) {
      const { rawPayload } = await copyOf(publicAddress(url), name);
      const { width, height } = await sharp(rawPayload).metadata();
      found.push([await isRed(rawPayload), width, height]);
    }
    expect(found).toEqual([
      [true, 800, 1000],
      [false, 800, 600],
      [true, 800, 600],
    ]);
  });

  it('are made once when they are asked for, in steps of ten, and count with the others', async () => {
    const { url } = await uploadFile(test, school.owner, await halves(800, 1600, true));
    const where = eq(attachments.key, keyOf(url));
    const counted = async () =>
      (await test.context.database.orm().select().from(attachments).where(where))[0]?.copiesSize ?? 0;
    const before = await counted();
    const written = vi.spyOn(test.context.files, 'putCopy');
    for (const name of ['4x3-11', '4x3-50', '4x3-030', '4x3-110', '4x9-30', 'w480-30'])
      expect((await sharp((await copyOf(url, name)).rawPayload).metadata()).height).toBe(1600);
    await Promise.all([copyOf(url, '4x3-30'), copyOf(url, '4x3-30')]);
    expect(written.mock.calls.map(([, name]) => name)).toEqual(['4x3-30']);
    const bytes = written.mock.calls.reduce((sum, [, , copy]) => sum + copy.length, 0);
    expect(await counted()).toBe(before + bytes);
    vi.restoreAllMocks();
  });
});

it('are visible as long as their file is, and are deleted with it', async () => {
  const { token } = school.owner;
  const { url } = await uploadFile(test, school.owner, await picture('jpeg', 1000, 1500));
  const status = async (address: string) => (await copyOf(address, 'w480')).statusCode;
  expect([await status(url), await status(publicAddress(url))]).toEqual([200, 404]);
  const { id } = await publishGroup([url]);
  expect(await status(publicAddress(url))).toBe(200);
  (await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id } })).ok();
  expect(await status(publicAddress(url))).toBe(404);
  const key = keyOf(url);
  expect(await test.context.files.getCopy(key, 'w480')).not.toBeNull();
  const [file] = (await test.call(fileRoutes.listAttachments, { token })).ok().attachments.data;
  await test.call(fileRoutes.deleteAttachment, { token, params: { id: file?.id ?? '' } });
  expect([await test.context.files.getCopy(key, 'w480'), await status(url)]).toEqual([null, 404]);
});
