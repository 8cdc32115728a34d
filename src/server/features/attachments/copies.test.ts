import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { fetchFile, keyOf, uploadFile } from '#test/files.ts';
import { photograph, picture } from '#test/pictures.ts';

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

async function publishGroup(urls: readonly string[]) {
  const images = urls.map((url, index) => ({ url, alt: `Picture ${index}` }));
  const code = [
    { name: 'group', type: 'image_group', value: { images } },
    { name: 'image', type: 'image', value: { url: urls[0], alt: 'A wall', size: 'full' } },
  ];
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
  // Upright it is 1200 wide and 2400 high.
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

it('are offered on the page in WebP, and in the mail as JPEG of an even shape', async () => {
  const { url } = await uploadFile(test, school.owner, await picture('jpeg', 1000, 1500));
  const { url: other } = await uploadFile(test, school.owner, await picture('png', 900, 300));
  const { page = '', mail = '' } = await publishGroup([url, other]);
  const key = keyOf(url);
  expect(page).toContain(
    `<picture><source type="image/webp" srcset="/files/${key}?copy=w480 480w, /files/${key}?copy=w800 800w" sizes="(max-width:479px) 50vw, 272px"><img`,
  );
  expect(page).toContain(`<a href="/files/${key}"`);
  expect(page).not.toContain(`${keyOf(other)}?copy`);
  const sources = [...mail.matchAll(/ src="[^"]*\/files\/([^"]*)"/g)].map(([, source]) => source);
  expect(sources).toEqual([`${key}?copy=4x3`, keyOf(other), `${key}?copy=4x5`]);
  expect(mail).not.toMatch(/webp|srcset/);
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
