import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import {
  NEW_NEWSLETTERS_PER_HOUR,
  NEWSLETTER_BYTES,
  NEWSLETTER_ROOM_MESSAGES,
} from '#contract/rules/newsletter-room.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { newsletterBytes } from '#server/data/quota/newsletter-room.ts';
import { updateSchoolState } from '#server/data/schools.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createNewsletter, publish, richText } from '#test/newsletters.ts';

/** Threat 9: no school can fill the disk that all share. */

const { createNewsletter: create, updateNewsletter: update, nextIssue, publishNewsletter } = newsletterRoutes;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const begin = (title: string) =>
  test.call(create, {
    token: school.owner.token,
    body: { news_letter: { title, layout_type: 'one_column' } },
  });
// Words that do not compress well.
const texts = (count: number) =>
  Array.from({ length: count }, (_, block) =>
    richText(
      `<p>${Array.from({ length: 6000 }, (_, at) => (at * 7919 * (block + 1)) % 99_991).join(' ')}</p>`,
      `t${block}`,
    ),
  );
const save = (id: string, code: readonly unknown[]) =>
  test.call(update, { token: school.owner.token, params: { id }, body: { news_letter: { code } } });

it('begins sixty newsletters an hour, next issues included', async () => {
  const { id } = await createNewsletter(test, school.owner);
  for (let at = 1; at < NEW_NEWSLETTERS_PER_HOUR; at += 1) (await begin(`News ${at}`)).ok();
  const refused = await begin('One more');
  expect([refused.status, refused.error().error_message]).toEqual([429, NEWSLETTER_ROOM_MESSAGES.often]);
  const next = { token: school.owner.token, params: { id }, body: {} };
  expect((await test.call(nextIssue, next)).status).toBe(429);
  test.clock.advance(HOUR_MS + 1);
  (await begin('One more')).ok();
});

it('counts drafts, history and editions; beyond its room a school deletes, or makes shorter', async () => {
  const { database } = test.context;
  const { id } = await createNewsletter(test, school.owner, { code: texts(2) });
  const drafted = await newsletterBytes(database, school.id);
  await publish(test, school.owner, id);
  const published = await newsletterBytes(database, school.id);
  expect(published).toBeGreaterThan(drafted);
  expect(drafted).toBeGreaterThan(50_000);
  const { token } = school.owner;
  const room = async () => (await test.call(fileRoutes.schoolRoom, { token })).ok().room.newsletters;
  expect(await room()).toEqual({ used: published, max: NEWSLETTER_BYTES.trial });
  await updateSchoolState(database, school.id, { newsletterBytes: published });
  expect(await room()).toEqual({ used: published, max: published });
  const full = { error_message: NEWSLETTER_ROOM_MESSAGES.full };
  const refused = [
    await begin('Another'),
    await save(id, texts(3)),
    await test.call(publishNewsletter, { token: school.owner.token, params: { id }, body: {} }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([413, 413, 413]);
  for (const each of refused) expect(each.error()).toEqual(full);
  (await save(id, texts(1))).ok();
  (await test.call(newsletterRoutes.deleteNewsletter, { token: school.owner.token, params: { id } })).ok();
  (await begin('Another')).ok();
});
