import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { LocalAnnouncements } from '#server/platform/db/announcements/announcements.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { UNSURE_MS } from '#server/platform/http/freshness.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { fetchFile, keyOf, uploadFile } from '#test/files.ts';
import { PDF, picture } from '#test/pictures.ts';
import { createSubscribers } from '#test/subscribers.ts';
import { PublicFiles } from './public-files.ts';

/** Access to a file: readers see it if it is published, staff by its staff address, nobody once it is deleted. Threat 44. */

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const token = () => school.owner.token;
/** A file's public address, as in published pages. */
const readersAddress = (url: string) => {
  return `${new URL(url).origin}/files/${keyOf(url)}`;
};
const status = async (url: string) => (await fetchFile(test, url)).statusCode;
/** The status codes for staff and readers. */
const statuses = async (url: string) => ({
  staff: await status(url),
  readers: await status(readersAddress(url)),
});

async function draftWith(url: string, title = 'Harvest'): Promise<string> {
  const code = [{ name: 'image-1', type: 'image', value: { url, alt: 'A picture' } }];
  const body = { news_letter: { title, layout_type: 'one_column', code } };
  return (await test.call(newsletterRoutes.createNewsletter, { token: token(), body })).ok().news_letter.data
    .id;
}

const publish = async (id: string) =>
  (await test.call(newsletterRoutes.publishNewsletter, { token: token(), params: { id }, body: {} })).ok();
const unpublish = async (id: string) =>
  (await test.call(newsletterRoutes.unpublishNewsletter, { token: token(), params: { id } })).ok();
const files = async () =>
  (await test.call(fileRoutes.listAttachments, { token: token() })).ok().attachments.data;
const remove = (id: string, by = token()) =>
  test.call(fileRoutes.deleteAttachment, { token: by, params: { id } });

const BOTH = { staff: 200, readers: 200 };
const STAFF = { staff: 200, readers: 404 };
const NOBODY = { staff: 404, readers: 404 };

describe('a picture', () => {
  it('is visible to readers from publishing until unpublishing, and to staff always', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    expect(await statuses(url)).toEqual(STAFF);
    const id = await draftWith(url);
    expect(await statuses(url)).toEqual(STAFF);
    await publish(id);
    expect(await statuses(url)).toEqual(BOTH);
    await unpublish(id);
    expect(await statuses(url)).toEqual(STAFF);
  });

  it('is withdrawn with its newsletter, unless another one uses it', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const [first, second] = [await draftWith(url), await draftWith(url)];
    await publish(first);
    await publish(second);
    (await test.call(newsletterRoutes.deleteNewsletter, { token: token(), params: { id: first } })).ok();
    expect(await statuses(url)).toEqual(BOTH);
    (await test.call(newsletterRoutes.deleteNewsletter, { token: token(), params: { id: second } })).ok();
    expect(await statuses(url)).toEqual(STAFF);
  });

  it('is withdrawn when its newsletter is published again without it', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const id = await draftWith(url);
    await publish(id);
    const body = { news_letter: { code: [] } };
    (await test.call(newsletterRoutes.updateNewsletter, { token: token(), params: { id }, body })).ok();
    expect(await statuses(url)).toEqual(BOTH);
    await publish(id);
    expect(await statuses(url)).toEqual(STAFF);
  });

  it('makes caches revalidate, and answers 304 only while it is public', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const id = await draftWith(url);
    await publish(id);
    const { headers } = await fetchFile(test, readersAddress(url));
    const maxAge = Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1]);
    expect(headers['cache-control']).toMatch(/^public, .*must-revalidate$/);
    // The server's own cache adds to the age.
    expect(maxAge * 1000 + 5000).toBeLessThanOrEqual(60_000);
    const again = () => fetchFile(test, readersAddress(url), { 'if-none-match': String(headers.etag) });
    expect((await again()).statusCode).toBe(304);
    await unpublish(id);
    const gone = await again();
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
    expect((await fetchFile(test, url)).headers['cache-control']).toMatch(/^private, /);
  });

  it('is not visible to readers once the school is closed', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    await publish(await draftWith(url));
    expect(await statuses(url)).toEqual(BOTH);
    await test.context.database
      .orm()
      .update(schools)
      .set({ closesAt: new Date() })
      .where(eq(schools.id, school.id));
    // A fresh cache, as in another process.
    const other = new PublicFiles(test.context);
    const key = keyOf(url);
    expect((await other.find(key))?.isPublic).toBe(false);
  });

  it('is not made public by another school that uses its address', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const owner = school;
    school = await createSchool(test);
    await publish(await draftWith(readersAddress(url)));
    school = owner;
    expect(await statuses(url)).toEqual(STAFF);
  });

  it('is not visible to another school that knows its key from an earlier publication', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const id = await draftWith(url);
    await publish(id);
    await unpublish(id);
    const other = await createSchool(test);
    const code = [
      { name: 'a', type: 'image', value: { url: readersAddress(url), alt: 'A tree' } },
      { name: 'b', type: 'download', value: { url: readersAddress(url), name: 'A tree' } },
    ];
    const created = await test.call(newsletterRoutes.createNewsletter, {
      token: other.owner.token,
      body: { news_letter: { title: 'Harvest', layout_type: 'one_column', code } },
    });
    const given = JSON.stringify(created.ok().news_letter.data.attributes).match(
      /[^"' ]+\/files\/[^"'\\ ]+/g,
    );
    expect(given?.length).toBeGreaterThan(1);
    for (const address of given ?? []) expect(await status(address)).toBe(404);
    expect(await status(url)).toBe(200);
  });

  it.each([
    ['as it is', (address: string) => address],
    ['encoded', (address: string) => encodeURIComponent(address)],
    ['encoded twice', (address: string) => encodeURIComponent(encodeURIComponent(address))],
    ['with one letter encoded', (address: string) => address.replace('-', '%2d')],
    ['with a doubled slash', (address: string) => address.replace('/files/', '//files/')],
    ['with backslashes', (address: string) => address.replaceAll('/', '\\')],
    ['as a parameter of a viewer', (address: string) => `https://docs.example/viewer?url=${address}`],
  ])('a pasted staff address (%s) gives readers no proof', async (_, write) => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const pasted = write(url);
    const link = pasted.startsWith('https://docs') ? pasted : `https://docs.example/viewer?url=${pasted}`;
    const code = [
      { name: 'a', type: 'image', value: { url, alt: pasted } },
      { name: 'b', type: 'button', value: { url: link, btnText: 'Look' } },
      { name: 'c', type: 'heading', value: { text: pasted } },
      { name: 'd', type: 'text', value: { html: `<p>${pasted} <a href="${link}">there</a></p>` } },
    ];
    const created = await test.call(newsletterRoutes.createNewsletter, {
      token: token(),
      body: { news_letter: { title: 'Harvest', layout_type: 'one_column', code } },
    });
    const { slug } = (await publish(created.ok().news_letter.data.id)).news_letter.data.attributes;
    const page = (await test.app.inject(`/published/${slug}`)).payload;
    expect(page).toContain(keyOf(url));
    const [proof = ''] = new URL(url).pathname.split('/').slice(2);
    const [, signature = 'none'] = /-(.*)/.exec(proof) ?? [];
    expect(page).not.toContain(signature);
  });

  it('does not reveal its staff address in the school’s website, a title or a mail', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const website = async (address: string) =>
      (
        await test.call(schoolRoutes.updateSchool, {
          token: token(),
          params: { id: school.id },
          body: { school: { website: address } },
        })
      ).ok().school.data.attributes.website;
    expect(await website(url)).toBe(readersAddress(url));
    expect(await website(url.replace('/files/', '/%66iles/'))).toBe(readersAddress(url));
    expect(await website('https://elm.example/files/?a=1#b')).toBe('https://elm.example/files/?a=1#b');
    const id = await draftWith(url);
    const params = { id };
    const body = { news_letter: { title: `See ${url}` } };
    const saved = (await test.call(newsletterRoutes.updateNewsletter, { token: token(), params, body })).ok();
    expect(saved.news_letter.data.attributes.title).toBe(`See ${readersAddress(url)}`);
    await publish(id);
    await createSubscribers(test, school.id, 1);
    const delivery = { subject: `Look: ${url}`, preview_text: url };
    const sent = await test.call(deliveryRoutes.createDelivery, {
      token: token(),
      params,
      body: { delivery },
    });
    expect(sent.ok().delivery.data.attributes).toMatchObject({
      subject: `Look: ${readersAddress(url)}`,
      preview_text: readersAddress(url),
    });
    await test.jobs.settled();
  });

  it('is public while it is the logo', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const set = (logo: string) =>
      test.call(schoolRoutes.updateSchool, {
        token: token(),
        params: { id: school.id },
        body: { school: { logo } },
      });
    const shown = (await set(url)).ok().school.data.attributes.logo;
    expect(shown).toBe(readersAddress(url));
    expect(await status(readersAddress(url))).toBe(200);
    const [logo] = await files();
    expect(logo?.attributes.is_logo).toBe(true);
    const refused = await remove(logo?.id ?? '');
    expect([refused.status, refused.error().error_message]).toEqual([
      409,
      'This is your school’s logo. Please choose another one first',
    ]);
  });
});

describe('a file that is only linked', () => {
  const text = (address: string) => ({ html: `<p><a href="${address}">${address}</a></p>` });
  const button = (address: string) => ({ btnText: 'The menu', url: address });
  const relative = (url: string) => new URL(url).pathname;
  it.each([
    ['text', 'text', text, (url: string) => url],
    ['text, as a path with a query', 'text', text, (url: string) => `${url}?x=1#page=2`],
    ['text, encoded', 'text', text, (url: string) => url.replace('/files/', '/%66iles/')],
    ['text, relative', 'text', text, relative],
    [
      'boxed text',
      'boxed_text',
      (address: string) => ({
        ...text(address),
        background: '#ffffff',
        color: '#000000',
        word_break: 'break-word',
      }),
      (url: string) => url,
    ],
    ['a button', 'button', button, relative],
    ['a button, without the proof', 'button', button, (url: string) => `/files/${keyOf(url)}`],
    ['social media', 'social_media', (address: string) => ({ facebook: address }), relative],
  ])('from %s is public while published, and withdrawn afterwards', async (_, type, makeValue, addressOf) => {
    const { url } = await uploadFile(test, school.owner, PDF);
    const code = [{ name: 'a', type, value: makeValue(addressOf(url)) }];
    const created = await test.call(newsletterRoutes.createNewsletter, {
      token: token(),
      body: { news_letter: { title: 'Harvest', layout_type: 'one_column', code } },
    });
    const { id, attributes } = created.ok().news_letter.data;
    expect(JSON.stringify(attributes.code)).not.toContain(relative(url));
    // The code that staff get back can be stored unchanged.
    const body = { news_letter: { code: attributes.code } };
    (await test.call(newsletterRoutes.updateNewsletter, { token: token(), params: { id }, body })).ok();
    expect(await statuses(url)).toEqual(STAFF);
    const { slug } = (await publish(id)).news_letter.data.attributes;
    const page = (await test.app.inject(`/published/${slug}`)).payload;
    expect(page).toContain(`href="/files/${keyOf(url)}"`);
    expect(page).not.toContain(relative(url));
    expect(await status(readersAddress(url))).toBe(200);
    await unpublish(id);
    expect(await status(readersAddress(url))).toBe(404);
    // No address in the page still works.
    const links = [...page.matchAll(/\/files\/[^"'< ]+/g)].map(([path]) => `http://x${path}`);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(await status(link)).toBe(404);
  });
});

describe("staff's address", () => {
  it('works for its file only, and cannot be forged', async () => {
    const [mine, other] = [
      await uploadFile(test, school.owner, await picture('png')),
      await uploadFile(test, school.owner, PDF),
    ];
    const [proof = ''] = new URL(mine.url).pathname.split('/').slice(2);
    const [otherKey] = new URL(other.url).pathname.split('/').slice(3);
    expect(await status(`http://x/files/${proof}/${otherKey}`)).toBe(404);
    const [week = ''] = proof.split('-');
    const later = (Number.parseInt(week, 36) + 1).toString(36);
    expect(await status(mine.url.replace(`/${week}-`, `/${later}-`))).toBe(404);
    expect(await status(mine.url.replace(proof, `${week}-${'A'.repeat(22)}`))).toBe(404);
    expect(await status(mine.url.replace(proof, 'x'))).toBe(404);
    expect(await status(mine.url)).toBe(200);
  });

  it('is sent to staff, and never published', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const id = await draftWith(url);
    const { news_letter } = (
      await test.call(newsletterRoutes.getNewsletter, { token: token(), params: { id } })
    ).ok();
    expect(JSON.stringify(news_letter.data.attributes.code)).toContain(url);
    expect(news_letter.data.attributes.body).toContain(`"${url}"`);
    const { slug } = (await publish(id)).news_letter.data.attributes;
    const page = (await test.app.inject(`/published/${slug}`)).payload;
    expect(page).toContain(`"${new URL(readersAddress(url)).pathname}"`);
    expect(page).not.toContain(new URL(url).pathname);
  });
});

describe('the files of a school', () => {
  it('are listed with the newsletters that use them', async () => {
    const unused = await uploadFile(test, school.owner, PDF, 'menu.pdf');
    const used = await uploadFile(test, school.owner, await picture('png'), 'trip.png');
    const draft = await draftWith(used.url, 'A draft');
    const published = await draftWith(used.url, 'Published');
    await publish(published);
    expect(
      (await files()).map(({ attributes }) => [attributes.name, attributes.url, attributes.uses]),
    ).toEqual([
      [
        'trip.png',
        used.url,
        [
          { newsletter_id: draft, title: 'A draft', published: false },
          { newsletter_id: published, title: 'Published', published: true },
        ],
      ],
      ['menu.pdf', unused.url, []],
    ]);
  });

  it('are listed for drafts that an earlier version of the program has saved, before and after it is noted', async () => {
    const used = await uploadFile(test, school.owner, await picture('png'), 'trip.png');
    const draft = await draftWith(used.url, 'A draft');
    const { database } = test.context;
    const noted = async () =>
      (
        await database.query('select file_keys, files_of = version as now from newsletters where id = $1', [
          draft,
        ])
      ).rows;
    const expected = [{ newsletter_id: draft, title: 'A draft', published: false }];
    // The older version saves without recording files.
    await database.query(`update newsletters set file_keys = '{}', files_of = version - 1 where id = $1`, [
      draft,
    ]);
    expect((await files())[0]?.attributes.uses).toEqual(expected);
    await test.jobs.run('note_files');
    expect(await noted()).toEqual([{ file_keys: [used.url.split('/').at(-1)], now: true }]);
    expect((await files())[0]?.attributes.uses).toEqual(expected);
  });

  it('are deleted at once even if used, and the log records it', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'), 'trip.png');
    await publish(await draftWith(url));
    expect(await statuses(url)).toEqual(BOTH);
    const [file] = await files();
    const editor = await createStaff(test, school.id, 'editor');
    expect((await remove(file?.id ?? '', editor.token)).status).toBe(204);
    expect(await statuses(url)).toEqual(NOBODY);
    expect(await files()).toEqual([]);
    expect((await remove(file?.id ?? '')).status).toBe(404);
    const { audit_log } = (
      await test.call(auditRoutes.auditLog, { token: token(), params: { id: school.id } })
    ).ok();
    const deletion = audit_log.data.find(({ attributes }) => attributes.action === 'file_deleted');
    expect(deletion?.attributes.subject).toBe('trip.png');
  });

  it('cannot be deleted by another school', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    const [file] = await files();
    const stranger = await createSchool(test);
    expect((await remove(file?.id ?? '', stranger.owner.token)).status).toBe(404);
    expect(await status(url)).toBe(200);
  });
});

it('shows another process’s changes within seconds, and throws while the database is away and nothing is cached', async () => {
  let now = 0;
  const other = new PublicFiles(test.context, () => now);
  const { url } = await uploadFile(test, school.owner, await picture('png'));
  const key = keyOf(url);
  const id = await draftWith(url);
  expect((await other.find(key))?.isPublic).toBe(false);
  await publish(id);
  now += UNSURE_MS - 1;
  expect((await other.find(key))?.isPublic).toBe(false);
  now += 5000;
  expect((await other.find(key))?.isPublic).toBe(true);
  now += 5000;
  const away = new PublicFiles({ ...test.context, database: brokenDatabase() }, () => now);
  await expect(away.find(key)).rejects.toThrow('away');
});

it('keeps a staff address valid for one to two weeks', async () => {
  const { url } = await uploadFile(test, school.owner, await picture('png'));
  test.clock.advance(7 * DAY_MS);
  expect(await status(url)).toBe(200);
  test.clock.advance(7 * DAY_MS);
  expect(await status(url)).toBe(404);
});

function brokenDatabase(): TestApp['context']['database'] {
  const orm = () => {
    throw new Error('away');
  };
  return Object.assign(Object.create(null), {
    orm,
    announcements: new LocalAnnouncements(),
    readForPublic: (work: () => Promise<unknown>) => work(),
  });
}
