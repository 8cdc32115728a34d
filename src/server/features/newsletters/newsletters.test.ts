import { afterAll, beforeAll, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';

let app: TestApp;
let school: TestSchool;
beforeAll(async () => {
  app = await buildTestApp();
  school = await createSchool(app);
});
afterAll(() => app.close());

it('creates, saves, publishes', async () => {
  const token = school.owner.token;
  const made = (await app.call(newsletterRoutes.createNewsletter, { token, body: { news_letter: { title: 'Autumn news', layout_type: 'one_column', code: [{ name: 'a', type: 'heading', value: { text: 'Hello' } }] } } })).ok();
  const id = made.news_letter.data.id;
  console.log(made.news_letter.data.attributes);
  const saved = (await app.call(newsletterRoutes.updateNewsletter, { token, params: { id }, body: { title: 'Autumn news 2', version: 1, body: '<script>' } })).ok();
  expect(saved.news_letter.data.attributes.version).toBe(2);
  const published = (await app.call(newsletterRoutes.publishNewsletter, { token, params: { id } })).ok();
  const { slug } = published.news_letter.data.attributes;
  const page = await app.app.inject({ url: `/published/${slug}`, headers: { 'accept-encoding': 'br' } });
  console.log(page.statusCode, page.headers);
  const gone = await app.app.inject({ url: `/published/x` });
  console.log(gone.statusCode, gone.headers, gone.payload.slice(0, 300));
  console.log((await app.call(newsletterRoutes.listNewsletters, { token })).ok().total);
});
