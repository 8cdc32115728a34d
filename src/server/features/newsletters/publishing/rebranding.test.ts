import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';

const { createNewsletter, updateNewsletter, publishNewsletter, getNewsletter } = newsletterRoutes;

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

const heading = (text: string) => [{ name: 'h', type: 'heading', value: { text } }, FOOTER];
const FOOTER = { name: 'f', type: 'footer', value: { text: 'See you' } };

async function write({ owner }: TestSchool, text: string): Promise<string> {
  const letter = { title: text, layout_type: 'one_column', code: heading(text) };
  const made = await test.call(createNewsletter, { token: owner.token, body: { news_letter: letter } });
  return made.ok().news_letter.data.id;
}
const read = async ({ owner }: TestSchool, id: string) =>
  (await test.call(getNewsletter, { token: owner.token, params: { id } })).ok().news_letter.data.attributes;

async function publish({ owner }: TestSchool, id: string) {
  const { news_letter } = (await test.call(publishNewsletter, { token: owner.token, params: { id } })).ok();
  return news_letter.data.attributes;
}

async function page(slug: string | null) {
  const { payload, headers } = await test.app.inject({ url: `/published/${slug}` });
  return { text: payload, etag: headers.etag };
}

async function rename({ owner, id }: TestSchool, school: object): Promise<void> {
  (await test.call(schoolRoutes.updateSchool, { token: owner.token, params: { id }, body: { school } })).ok();
  await test.jobs.settled();
}

it('shows the new name and colours in drafts and published pages, and changes nothing else', async () => {
  const school = await createSchool(test, { name: 'Elm Grove' });
  const draft = await write(school, 'A draft');
  const published = await publish(school, await write(school, 'For readers'));
  const before = { draft: await read(school, draft), page: await page(published.slug) };
  expect(before.page.text).toContain('Elm Grove');
  await rename(school, { name: 'Ash Grove', primary_color: '#123456', phone: '111' });
  const after = { draft: await read(school, draft), page: await page(published.slug) };
  for (const shown of [after.draft.body, after.page.text]) {
    expect(shown).toContain('Ash Grove');
    expect(shown).toContain('#123456');
    expect(shown).not.toContain('Elm Grove');
  }
  expect(after.page.etag).not.toBe(before.page.etag);
  expect({ ...after.draft, body: '' }).toEqual({ ...before.draft, body: '' });
  const [edition] = await test.context.database
    .orm()
    .select()
    .from(editions)
    .where(eq(editions.slug, published.slug ?? ''));
  expect(edition?.publishedAt.toISOString()).toBe(published.published_at);
  expect(edition?.mailHtml).toContain('Ash Grove');
});

it('changes page and mail to right-to-left with the school’s language', async () => {
  const school = await createSchool(test, { name: 'Elm Grove' });
  const { slug } = await publish(school, await write(school, 'للعائلات'));
  await rename(school, { language: 'ar' });
  const rows = await test.context.database.orm().select().from(editions);
  const mail = rows.find((row) => row.slug === slug)?.mailHtml;
  for (const shown of [mail, (await page(slug)).text]) {
    expect(shown).toMatch(/<html lang="ar" dir="rtl"/);
    expect(shown).not.toContain('text-align:left');
  }
});

it('does not publish unpublished changes', async () => {
  const school = await createSchool(test, { name: 'Elm Grove' });
  const id = await write(school, 'Said in public');
  const { slug } = await publish(school, id);
  const news_letter = { title: 'Renamed', code: heading('Not said yet') };
  (
    await test.call(updateNewsletter, { token: school.owner.token, params: { id }, body: { news_letter } })
  ).ok();
  await rename(school, { name: 'Ash Grove' });
  const { text } = await page(slug);
  expect(text).toContain('Ash Grove');
  expect(text).toContain('Said in public');
  expect(text).not.toContain('Not said yet');
  expect(text).not.toContain('Renamed');
  expect((await read(school, id)).has_unpublished_changes).toBe(true);
  expect((await read(school, id)).body).toContain('Not said yet');
});

it('leaves an edition unchanged whose blocks are not stored', async () => {
  const school = await createSchool(test, { name: 'Elm Grove' });
  const id = await write(school, 'Old');
  const { slug } = await publish(school, id);
  const orm = test.context.database.orm();
  await orm
    .update(editions)
    .set({ code: null, codeVersion: null, layoutType: null })
    .where(eq(editions.newsletterId, id));
  await rename(school, { name: 'Ash Grove' });
  // The draft equals the edition, so the edition can be rendered again.
  expect((await page(slug)).text).toContain('Ash Grove');
  await orm
    .update(editions)
    .set({ code: null, codeVersion: null, layoutType: null })
    .where(eq(editions.newsletterId, id));
  const news_letter = { code: heading('Newer') };
  (
    await test.call(updateNewsletter, { token: school.owner.token, params: { id }, body: { news_letter } })
  ).ok();
  await rename(school, { name: 'Oak Grove' });
  expect((await page(slug)).text).toContain('Ash Grove');
});

it('does not affect another school, and does nothing without a change', async () => {
  const school = await createSchool(test, { name: 'Elm Grove' });
  const other = await createSchool(test, { name: 'Fir Grove' });
  const { slug } = await publish(other, await write(other, 'Theirs'));
  const { etag } = await page(slug);
  await rename(school, { name: 'Ash Grove' });
  await rename(other, { name: 'Fir Grove' });
  expect((await page(slug)).etag).toBe(etag);
});
