import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { CALLER_LIMITS } from '#contract/rules/caller-limits.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { createNewsletter, richText } from '#test/newsletters.ts';

/** Threat 17: one caller cannot hold up everybody. */

let test: TestApp;
let school: TestSchool;
let id: string;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
  ({ id } = await createNewsletter(test, school.owner));
});
afterAll(() => test.close());

const save = (body: string) =>
  test.call(newsletterRoutes.updateNewsletter, { token: school.owner.token, params: { id }, body });
const savingText = (html: string) => JSON.stringify({ news_letter: { code: [richText(html)] } });
const TAGS = savingText(`<p>${'x<br>'.repeat(25_000)}</p>`);

it.each([
  ['levels', '['.repeat(1000), 400, ERROR_MESSAGES.malformed],
  [
    'keys',
    `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
    400,
    ERROR_MESSAGES.malformed,
  ],
  ['tags', TAGS, 413, ERROR_MESSAGES.tooLarge],
  ['escaped tags', TAGS.replaceAll('<', '\\u003C'), 413, ERROR_MESSAGES.tooLarge],
  ['bytes', savingText('x'.repeat(1.6 * 1024 * 1024)), 413, ERROR_MESSAGES.tooLarge],
])('refuses a body of too many %s before it is read', async (_, body, status, message) => {
  const answer = await save(body);
  expect([answer.status, answer.error()]).toEqual([status, { error_message: message }]);
});

it('takes a body that looks like more: brackets and tags within texts, and quotes in them', async () => {
  const text = `<p>${'[{ &lt;a&gt; \\" ,: '.repeat(2000)}</p>`;
  (await save(savingText(text))).ok();
});

it('refuses what is no JSON in a large body', async () => {
  expect((await save(`{"news_letter": "${'x'.repeat(100_000)}`)).status).toBe(400);
});

it('takes large bodies in turns by school, and few of one person', async () => {
  const other = await createSchool(test);
  const { id: theirs } = await createNewsletter(test, other.owner);
  const body = {
    news_letter: { code: [1, 2].map((at) => richText(`<p>${'x'.repeat(49_000)}</p>`, `t${at}`)) },
  };
  const answered: string[] = [];
  const saveIn = async (name: string, token: string, of: string) => {
    const { status } = await test.call(newsletterRoutes.updateNewsletter, {
      token,
      params: { id: of },
      body,
    });
    answered.push(`${name} ${status}`);
  };
  await Promise.all([
    ...Array.from({ length: 10 }, () => saveIn('attack', school.owner.token, id)),
    saveIn('other', other.owner.token, theirs),
  ]);
  expect(answered.filter((each) => each === 'attack 200')).toHaveLength(4);
  expect(answered.filter((each) => each === 'attack 503')).toHaveLength(6);
  const served = answered.filter((each) => each.endsWith('200'));
  expect(served.indexOf('other 200')).toBeLessThan(3);
  expect(test.log.filter((line) => line.includes(ERROR_MESSAGES.busy) && line.includes('stack'))).toEqual([]);
});

it('counts the calls of a person in all sessions by the minute', async () => {
  test.clock.advance(MINUTE_MS);
  const staff = await createStaff(test, school.id, 'editor');
  const profile = (token: string) => test.call(peopleRoutes.myProfile, { token });
  for (let left = CALLER_LIMITS.calls; left > 0; left -= 1) (await profile(staff.token)).ok();
  const refused = await profile(staff.token);
  expect([refused.status, refused.error().error_message]).toEqual([429, ERROR_MESSAGES.tooManyCalls]);
  expect(refused.headers['retry-after']).toBe('60');
  (await profile(school.owner.token)).ok();
  // Refusing again looks nothing up.
  await test.context.database.query('delete from sessions where user_id = $1', [staff.id]);
  const again = await profile(staff.token);
  expect([again.status, again.headers['retry-after']]).toEqual([429, '60']);
  test.clock.advance(MINUTE_MS);
  expect((await profile(staff.token)).status).toBe(401);
});

it('counts bytes of bodies by the minute, and leaves those beyond unread', async () => {
  test.clock.advance(MINUTE_MS);
  const staff = await createStaff(test, school.id, 'editor');
  const profile = (token: string) => test.call(peopleRoutes.myProfile, { token });
  (await profile(staff.token)).ok();
  const body = ' '.repeat(1.5 * 1024 * 1024);
  for (let left = CALLER_LIMITS.bytes; left >= body.length; left -= body.length)
    expect((await save(body)).status).toBe(200);
  const refused = await save(body);
  expect([refused.status, refused.headers.connection]).toEqual([429, 'close']);
  (await profile(staff.token)).ok();
}, 60_000);
