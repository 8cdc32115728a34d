import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { fileRoutes } from '#contract/files.ts';

import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf } from '#contract/route.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { checkNewsletter } from '#newsletter/check/check-newsletter.ts';
import { codeSchema, fromCode } from '#newsletter/document/document.ts';
import { summaryOf } from '#newsletter/document/summary.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { parseCalendar } from '#test/calendars.ts';
import { deliverNow } from '#test/deliveries.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { fetchFile, keyOf, uploadFile } from '#test/files.ts';
import { fixtureIn, OAKFIELD, randomCode } from '#test/newsletter-samples.ts';
import { createNewsletter, publish } from '#test/newsletters.ts';
import { PDF, picture } from '#test/pictures.ts';
import { randomFrom } from '#test/random-texts.ts';
import { createSubscribers } from '#test/subscribers.ts';

/**
 * Adds a block type by its folder and its line in the list of blocks, and checks every use of blocks. Its form, which needs
 * a line in the other list, is tested in sample-block.browser.test.tsx.
 */

vi.mock('#newsletter/blocks/index.ts', async (original) => {
  const { BLOCKS } = await original<typeof import('#newsletter/blocks/index.ts')>();
  const { notice } = await import('#test/sample-extensions/block/block.ts');
  return { BLOCKS: { ...BLOCKS, notice } };
});

const [SAMPLE] = fixtureIn(join(import.meta.dirname, 'block')).valid;
const TITLE = 'HARVEST SUPPER FOR ALL FAMILIES';
const LINK = 'https://example.org/supper';

let test: TestApp;
let school: TestSchool;
let pictureUrl: string;
let fileUrl: string;
let id: string;
let path: string;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
  pictureUrl = (await uploadFile(test, school.owner, await picture('png'), 'supper.png')).url;
  fileUrl = (await uploadFile(test, school.owner, PDF, 'supper.pdf')).url;
  const value = Object.assign({}, SAMPLE, { picture: { url: pictureUrl }, file: fileUrl });
  id = (await createNewsletter(test, school.owner, { code: [{ name: 'n', type: 'notice', value }] })).id;
});
afterAll(() => test.close());

const call = () => ({ token: school.owner.token, params: { id } });
const readers = (url: string) => `${new URL(url).origin}/files/${keyOf(url)}`;
const statuses = async () =>
  await Promise.all(
    [pictureUrl, fileUrl].map(async (url) => (await fetchFile(test, readers(url))).statusCode),
  );

describe('a new block type', () => {
  it('makes its files public when the newsletter is published', async () => {
    expect(await statuses()).toEqual([404, 404]);
    ({ path } = await publish(test, school.owner, id));
    expect(await statuses()).toEqual([200, 200]);
    const { attachments } = (await test.call(fileRoutes.listAttachments, { token: school.owner.token })).ok();
    expect(attachments.data.map(({ attributes }) => attributes.uses.length)).toEqual([1, 1]);
  });

  it('appears on the page', async () => {
    const { statusCode, payload } = await test.app.inject(path);
    expect(statusCode).toBe(200);
    for (const part of [TITLE, LINK, keyOf(pictureUrl), keyOf(fileUrl)]) expect(payload).toContain(part);
    // The page must not contain the addresses for staff.
    for (const url of [pictureUrl, fileUrl]) expect(payload).not.toContain(new URL(url).pathname);
  });

  it('appears in its own calendar file and that of the newsletter', async () => {
    const { payload } = await test.app.inject(path);
    const addresses = [...payload.matchAll(/href="([^"]*\.ics)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      const answer = await test.app.inject(new URL(address, test.context.config.publicUrl).pathname);
      expect(answer.statusCode, address).toBe(200);
      const events = parseCalendar(answer.payload);
      expect(events).toMatchObject([{ SUMMARY: TITLE, 'DTSTART;VALUE=DATE': '20270305' }]);
    }
  });

  it('appears in the mail and its text part', async () => {
    await createSubscribers(test, school.id, 1);
    await deliverNow(test, school.owner.token, id);
    const [sent] = test.mail.to('parent-1@home.example');
    for (const part of [TITLE, LINK, keyOf(pictureUrl), keyOf(fileUrl)]) expect(sent?.html).toContain(part);
    for (const part of [`2027-03-05: ${TITLE}`, `click here: ${LINK}`]) expect(sent?.text).toContain(part);
  });

  it('appears in the archive with its files', async () => {
    const answer = await test.app.inject({
      url: pathOf(schoolClosureRoutes.exportSchool, { id: school.id }),
      headers: { authorization: `Bearer ${school.owner.token}` },
    });
    const archive = await unpacked(answer.rawPayload);
    const names = [...archive.keys()];
    for (const url of [pictureUrl, fileUrl])
      expect(names.some((name) => name.startsWith('files/') && name.includes(keyOf(url)))).toBe(true);
    const stored = [...archive].find(([name]) => name.endsWith('.json') && name.startsWith('newsletters/'));
    expect(JSON.parse(String(stored?.[1]))).toMatchObject({
      code: [
        {
          type: 'notice',
          value: {
            picture: { url: `../files/${keyOf(pictureUrl)}` },
            file: `../files/${keyOf(fileUrl)}`,
          },
        },
      ],
    });
  });

  it('is covered by the checks and the link preview', async () => {
    const { code } = (await test.call(newsletterRoutes.getNewsletter, call())).ok().news_letter.data
      .attributes;
    const document = fromCode('one_column', codeSchema.parse(code));
    const findings = checkNewsletter({ title: 'News', document, school: OAKFIELD });
    expect(findings.map(({ rule, block, path: field }) => [rule, block, field])).toEqual([
      ['alt-missing', 'n', 'picture.alt'],
      ['link-vague', 'n', 'words'],
      ['capitals', 'n', 'title'],
    ]);
    const { image } = summaryOf({ document, school: OAKFIELD, origin: test.context.config.publicUrl });
    expect(image).toContain(keyOf(pictureUrl));
  });

  it('reports a deleted file', async () => {
    const { token } = school.owner;
    const { attachments } = (await test.call(fileRoutes.listAttachments, { token })).ok();
    const file = attachments.data.find(({ attributes }) => keyOf(attributes.url) === keyOf(fileUrl));
    (await test.call(fileRoutes.deleteAttachment, { token, params: { id: file?.id ?? '' } })).ok();
    await test.jobs.settled();
    const { missing_files: missing } = (await test.call(newsletterRoutes.getNewsletter, call())).ok()
      .news_letter.data.attributes;
    expect(missing).toEqual([keyOf(fileUrl)]);
    expect((await test.app.inject(path)).payload).not.toContain(keyOf(fileUrl));
    expect(await statuses()).toEqual([200, 404]);
  });

  it('appears in the random newsletters of the tests', () => {
    const random = randomFrom(1);
    const types = Array.from({ length: 60 }, () => randomCode(random))
      .flat()
      .map(({ type }) => String(type));
    expect(types).toContain('notice');
  });

  it('makes its files private when the newsletter is unpublished', async () => {
    (await test.call(newsletterRoutes.unpublishNewsletter, call())).ok();
    expect(await statuses()).toEqual([404, 404]);
  });
});

async function unpacked(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
