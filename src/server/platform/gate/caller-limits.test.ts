import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { CALLER_LIMITS } from '#contract/rules/caller-limits.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { createNewsletter, richText } from '#test/newsletters.ts';

/** Threat 38: one caller cannot hold up everybody. */

const SECRET = 'of-postmark-alone';

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

// If the place rested after an earlier body, three would wait instead of one being served at once.
it('takes large bodies in turns by school, and few of one person', async () => {
  const test = await buildTestApp();
  onTestFinished(() => test.close());
  const school = await createSchool(test);
  const { id } = await createNewsletter(test, school.owner);
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

describe('large reports of a mail provider', () => {
  let reported: TestApp;
  beforeAll(async () => {
    reported = await buildTestApp({ MAIL_PROVIDER: 'postmark', MAIL_PROVIDER_SECRET: SECRET });
  });
  afterAll(() => reported.close());

  const HEADERS = { authorization: `Bearer ${SECRET}` };
  const REPORT = { RecordType: 'Bounce', Type: 'HardBounce', Details: '550 5.1.1 '.repeat(10_000) };
  const reportFrom = (ip: string, body: unknown = REPORT) =>
    reported.call(mailReportRoutes.receiveMailReports, { ip, body, headers: HEADERS });

  it('take turns too, and those of another network come before', async () => {
    const answered: string[] = [];
    const sendFrom = async (name: string, ip: string) => {
      answered.push(`${name} ${(await reportFrom(ip)).status}`);
    };
    await Promise.all([
      ...Array.from({ length: 10 }, () => sendFrom('attack', '192.0.2.7')),
      sendFrom('provider', '198.51.100.7'),
    ]);
    expect(answered.filter((each) => each === 'attack 200')).toHaveLength(4);
    expect(answered.filter((each) => each === 'attack 503')).toHaveLength(6);
    const served = answered.filter((each) => each.endsWith('200'));
    expect(served.indexOf('provider 200')).toBeLessThan(3);
  });

  it('are counted in bytes by network, and those beyond left unread; small ones are not', async () => {
    reported.clock.advance(MINUTE_MS);
    const ip = '203.0.113.7';
    const body = { ...REPORT, Details: ' '.repeat(1.9 * 1024 * 1024) };
    const size = JSON.stringify(body).length;
    for (let left = CALLER_LIMITS.bytes; left >= size; left -= size)
      expect((await reportFrom(ip, body)).status).toBe(200);
    const refused = await reportFrom(ip, body);
    expect([refused.status, refused.headers.connection]).toEqual([429, 'close']);
    const small = { ...REPORT, Details: '550 5.1.1' };
    expect((await reportFrom(ip, small)).status).toBe(200);
    expect((await reportFrom('198.51.100.7', body)).status).toBe(200);
  }, 60_000);
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
  // Refusing again needs no look-up.
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
