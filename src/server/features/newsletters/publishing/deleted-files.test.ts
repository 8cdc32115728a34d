import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { fileRoutes } from '#contract/files.ts';
import { NEWSLETTER_MESSAGES, newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { keyOf, uploadFile } from '#test/files.ts';
import { createNewsletter, heading, publish, publishNewsletter, richText } from '#test/newsletters.ts';
import { picture } from '#test/pictures.ts';
import { createSubscribers } from '#test/subscribers.ts';
import { mailSourceOf } from './mail-source.ts';

/** A deleted file leaves no gap: readers get the rest, and staff are told what is missing. */

let test: TestApp;
let school: TestSchool;
let url: string;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
  url = await upload();
});
afterAll(() => test.close());

const upload = async () => (await uploadFile(test, school.owner, await picture('png'))).url;
const call = (id: string) => ({ token: school.owner.token, params: { id } });
const image = (address: string, name = 'i') => ({
  name,
  type: 'image',
  value: { url: address, alt: 'Pumpkins' },
});
const pageOf = async (path: string) => (await test.app.inject(path)).payload;
const stored = async (id: string) =>
  (await test.call(newsletterRoutes.getNewsletter, call(id))).ok().news_letter.data.attributes;

async function remove(address: string): Promise<void> {
  const { token } = school.owner;
  const { attachments } = (await test.call(fileRoutes.listAttachments, { token })).ok();
  const file = attachments.data.find(({ attributes }) => keyOf(attributes.url) === keyOf(address));
  (await test.call(fileRoutes.deleteAttachment, { token, params: { id: file?.id ?? '' } })).ok();
}

async function mail(id: string): Promise<string> {
  const source = await mailSourceOf(test.context, school.id, id);
  return `${source?.html}${source?.text}`;
}

const relative = (address: string) => new URL(address).pathname;
type MakeValue = (address: string) => object;
const VALUES: readonly (readonly [what: string, type: string, MakeValue])[] = [
  ['a picture', 'image', (address) => ({ url: address, alt: 'Pumpkins' })],
  ['a film', 'video', (address) => ({ url: address, title: 'The play' })],
  [
    'the picture of a film',
    'video',
    (address) => ({ url: 'https://films.example/1', title: 'The play', poster: address }),
  ],
  ['a download', 'download', (address) => ({ url: address, name: 'The menu' })],
  ['a button', 'button', (address) => ({ url: relative(address), btnText: 'The menu' })],
  ['a link in a text', 'text', (address) => ({ html: `<p>Read <a href="${address}">the menu</a>.</p>` })],
  ['a link of social media', 'social_media', (address) => ({ facebook: relative(address) })],
];

describe('a newsletter for readers', () => {
  it.each(VALUES)('leaves out %s that was deleted, on the page and in mails', async (_, type, value) => {
    const code = [heading('Harvest'), { name: 'b', type, value: value(url) }];
    const { id, path } = await publishNewsletter(test, school.owner, { code });
    const key = keyOf(url);
    expect((await pageOf(path)) + (await mail(id))).toContain(key);
    await remove(url);
    // Mails are right even before the newsletter is rendered again.
    expect(await mail(id)).not.toContain(key);
    await test.jobs.settled();
    const shown = (await pageOf(path)) + (await mail(id));
    expect(shown).toContain('Harvest');
    expect(shown).not.toContain(key);
    expect(shown).not.toMatch(/(?:src|href|poster)=""|The menu: *$/m);
    expect((await stored(id)).body).not.toContain(key);
    // The stored draft is unchanged.
    expect(await stored(id)).toMatchObject({ version: 1, has_unpublished_changes: false });
  });

  it('keeps the text of a link, and the other pictures of a group', async () => {
    const other = await upload();
    const images = [
      { url, alt: 'Pumpkins' },
      { url: other, alt: 'Apples' },
    ];
    const text = richText(`<p>Read <a href="${url}">the menu</a> today.</p>`);
    const code = [{ name: 'g', type: 'image_group', value: { images } }, text];
    const { path, id } = await publishNewsletter(test, school.owner, { code });
    await remove(url);
    await test.jobs.settled();
    for (const shown of [await pageOf(path), await mail(id)]) {
      expect(shown).toContain(keyOf(other));
      expect(shown).toContain('Apples');
      expect(shown).not.toContain('Pumpkins');
      expect(shown).toContain('Read the menu today.');
    }
  });

  it('leaves a deleted picture out of a mailed draft, too', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [heading('Harvest'), image(url)] });
    expect(await mail(id)).toContain(keyOf(url));
    await remove(url);
    expect(await mail(id)).not.toContain(keyOf(url));
    expect(await mail(id)).not.toContain('Pumpkins');
  });

  it('leaves a deleted picture out of mails to subscribers', async () => {
    const { id } = await publishNewsletter(test, school.owner, { code: [heading('Harvest'), image(url)] });
    await createSubscribers(test, school.id, 1);
    await remove(url);
    (await test.call(deliveryRoutes.createDelivery, { ...call(id), body: { delivery: {} } })).ok();
    await test.jobs.settled();
    const [sent] = test.mail.to('parent-1@home.example');
    expect(sent?.html).toContain('Harvest');
    expect(sent?.html).not.toContain(keyOf(url));
  });

  it('is unchanged if an unused file is deleted', async () => {
    const { path } = await publishNewsletter(test, school.owner, { code: [image(url)] });
    const before = await pageOf(path);
    await remove(await upload());
    await test.jobs.settled();
    expect(await pageOf(path)).toBe(before);
  });

  it('shows no logo that was deleted after another was chosen', async () => {
    const set = async (logo: string) => {
      const body = { school: { logo } };
      (await test.call(schoolRoutes.updateSchool, { ...call(school.id), body })).ok();
    };
    await set(url);
    const { path, id } = await publishNewsletter(test, school.owner, { code: [heading('Harvest')] });
    expect(await pageOf(path)).toContain(keyOf(url));
    await set(await upload());
    await remove(url);
    await test.jobs.settled();
    expect((await pageOf(path)) + (await mail(id))).not.toContain(keyOf(url));
  });
});

describe('staff', () => {
  it('see what is missing from a newsletter, also from a copy of it', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [image(url), heading('Harvest')] });
    expect((await stored(id)).missing_files).toEqual([]);
    await remove(url);
    const missing = [keyOf(url)];
    expect((await stored(id)).missing_files).toEqual(missing);
    const { token } = school.owner;
    const last = await test.call(newsletterRoutes.lastNewsletter, { token });
    expect(last.ok().news_letter.data.attributes.missing_files).toEqual(missing);
    const { code } = await stored(id);
    const copy = await createNewsletter(test, school.owner, { code });
    expect(copy.attributes.missing_files).toEqual(missing);
    const without = { ...call(id), body: { news_letter: { code: [heading('Harvest')] } } };
    const saved = (await test.call(newsletterRoutes.updateNewsletter, without)).ok();
    expect(saved.news_letter.data.attributes.missing_files).toEqual([]);
    // The same save as undo in the editor.
    const back = { ...call(id), body: { news_letter: { code, version: 1 } } };
    const refused = (await test.call(newsletterRoutes.updateNewsletter, back)).error();
    expect(refused.news_letter).toMatchObject({ data: { attributes: { missing_files: [] } } });
    const again = { ...call(id), body: { news_letter: { code, version: 2 } } };
    const brought = (await test.call(newsletterRoutes.updateNewsletter, again)).ok();
    expect(brought.news_letter.data.attributes.missing_files).toEqual(missing);
  });

  it('see a file of another school as missing', async () => {
    const theirs = url;
    school = await createSchool(test);
    const { id, path } = await publishNewsletter(test, school.owner, { code: [image(theirs)] });
    expect((await stored(id)).missing_files).toEqual([keyOf(theirs)]);
    expect(await pageOf(path)).not.toContain(keyOf(theirs));
  });

  it('cannot publish with a missing file that they do not know of', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [image(url), heading('Harvest')] });
    await remove(url);
    const missing_files = [keyOf(url)];
    const put = (body: object) => test.call(newsletterRoutes.publishNewsletter, { ...call(id), body });
    const refused = await put({ version: 1, missing_files: [] });
    expect(refused.status).toBe(409);
    expect(refused.error()).toEqual({ error_message: NEWSLETTER_MESSAGES.fileDeleted, missing_files });
    expect((await stored(id)).status).toBe('draft');
    expect((await put({ version: 1, missing_files })).ok().news_letter.data.attributes.status).toBe(
      'published',
    );
    const { path } = await publish(test, school.owner, id);
    expect(await pageOf(path)).toContain('Harvest');
    expect(await pageOf(path)).not.toContain(keyOf(url));
  });
});
