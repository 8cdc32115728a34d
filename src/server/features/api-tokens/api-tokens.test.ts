import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TOKEN_CALLS } from '#contract/api/scopes.ts';
import { TOKEN_INVALID, TOKEN_MESSAGES, TOKENS_MAX, tokenRoutes } from '#contract/api/tokens.ts';
import { approvalRoutes } from '#contract/approval/approval.ts';
import { auditRoutes } from '#contract/audit.ts';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import { historyRoutes } from '#contract/history.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { newApiToken } from '#server/platform/http/api-token.ts';
import { insertApiToken, makeApiToken } from '#test/api-tokens.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { dumpDatabase } from '#test/database.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { heading } from '#test/newsletters.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

const letter = (title: string) => ({
  news_letter: { title, layout_type: 'one_column', code: [heading(title)] },
});
const listOf = async ({ owner }: TestSchool) =>
  (await test.call(tokenRoutes.listTokens, { token: owner.token })).ok().api_tokens.data;

it('writes and publishes a newsletter with a token, and says so in the log and in the history', async () => {
  const school = await createSchool(test);
  const { token } = await makeApiToken(test, school.owner.token, [
    'newsletters:write',
    'newsletters:publish',
    'newsletters:read',
  ]);
  const made = await test.call(newsletterRoutes.createNewsletter, { token, body: letter('Spring') });
  const params = { id: made.ok().news_letter.data.id };
  const published = await test.call(newsletterRoutes.publishNewsletter, { token, params });
  expect(published.ok().news_letter.data.attributes.status).toBe('published');

  const states = (await test.call(historyRoutes.listStates, { token, params })).ok().state.data;
  expect(states[0]?.attributes.person_name).toMatch(/\(API token Library\)$/);
  const ofSchool = { token: school.owner.token, params: { id: school.id } };
  const [line] = (await test.call(auditRoutes.auditLog, ofSchool)).ok().audit_log.data;
  expect(line?.attributes).toMatchObject({
    action: 'newsletter_published',
    actor_id: school.owner.id,
    details: { api_token: 'Library' },
  });

  const [listed] = await listOf(school);
  expect(listed?.attributes).toMatchObject({ name: 'Library', use_count: 3, is_ended: false });
  expect(listed?.attributes.last_used_at).toBe(test.clock.now().toISOString());
});

it('shows a token once, keeps only its hash, and mails the owner', async () => {
  const school = await createSchool(test);
  const { token } = await makeApiToken(test, school.owner.token, ['subscribers:read'], 'Register');
  await test.jobs.settled();
  expect(await dumpDatabase(test.context.database)).not.toContain(token.slice(4, 40));
  const [listed] = await listOf(school);
  expect(listed?.attributes.hint).toBe(token.slice(-4));
  const mail = test.mail.to(school.owner.email).at(-1);
  expect(mail?.subject).toContain('A new API token');
  expect(mail?.text).toContain('“Register”');
  expect(mail?.text).not.toContain(token);
  expect(test.log.join('')).not.toContain(token);
});

it('knows its tokens by their last characters, and takes them after Bearer only', async () => {
  const school = await createSchool(test);
  const { token } = await makeApiToken(test, school.owner.token, ['school:read']);
  const mistyped = `${token.slice(0, 10)}${token[10] === 'a' ? 'b' : 'a'}${token.slice(11)}`;
  const withHeader = (authorization: string) =>
    test.call(schoolRoutes.mySchool, { headers: { authorization } });
  (await withHeader(`Bearer ${token}`)).ok();
  for (const header of [token, `Basic ${token}`]) expect((await withHeader(header)).status, header).toBe(401);
  for (const wrong of [mistyped, token.slice(0, -9), `${token}x`, newApiToken().token]) {
    const answer = await withHeader(`Bearer ${wrong}`);
    expect(answer.status, wrong).toBe(401);
    expect(answer.error()).toEqual({ error_message: TOKEN_MESSAGES.invalid, error_code: TOKEN_INVALID });
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  }
  // Only a well-formed token reaches the database.
  const asked = vi.spyOn(test.context.database, 'orm');
  await withHeader(`Bearer ${mistyped}`);
  expect(asked).not.toHaveBeenCalled();
  await withHeader(`Bearer ${newApiToken().token}`);
  expect(asked).toHaveBeenCalled();
  asked.mockRestore();
  const query = { token, access_token: token };
  expect((await test.call(schoolRoutes.mySchool, { query })).status).toBe(401);
});

it('lets a token no further than its school', async () => {
  const [ours, theirs] = [await createSchool(test), await createSchool(test)];
  const subscriber = { first_name: 'A', last_name: 'B', email: 'a@families.example' };
  const body = { subscriber };
  const made = await test.call(subscriberRoutes.createSubscriber, { token: theirs.owner.token, body });
  const params = { id: made.ok().subscriber.data.id };
  const token = await insertApiToken(test, ours.id, ['subscribers:read', 'subscribers:write']);
  expect((await test.call(subscriberRoutes.getSubscriber, { token, params })).status).toBe(404);
  expect((await test.call(subscriberRoutes.deleteSubscriber, { token, params })).status).toBe(404);
  expect((await test.call(subscriberRoutes.listSubscribers, { token })).ok().total).toBe(0);
  // An owner cannot delete another school's token.
  const [stranger] = await listOf(ours);
  const remove = { token: theirs.owner.token, params: { id: stranger?.id ?? '' } };
  expect((await test.call(tokenRoutes.removeToken, remove)).status).toBe(404);
});

it('ends with its time, when it is removed, and with its maker’s being the owner', async () => {
  const school = await createSchool(test);
  const status = async (token: string) => (await test.call(schoolRoutes.mySchool, { token })).status;
  const removed = await makeApiToken(test, school.owner.token, ['school:read']);
  const params = { id: removed.id };
  (await test.call(tokenRoutes.removeToken, { token: school.owner.token, params })).ok();
  expect(await status(removed.token)).toBe(401);

  const { token } = await makeApiToken(test, school.owner.token, ['school:read']);
  const setRole = async (role: 'admin' | 'owner') =>
    await test.context.database.orm().update(users).set({ role }).where(eq(users.id, school.owner.id));
  await setRole('admin');
  expect(await status(token)).toBe(401);
  await setRole('owner');
  expect(await status(token)).toBe(200);
  const short = await insertApiToken(test, school.id, ['school:read']);
  test.clock.advance(DAY_MS - 1);
  expect(await status(short)).toBe(200);
  test.clock.advance(1);
  expect(await status(short)).toBe(401);
});

it('counts a token’s calls, says how many are left, and refuses more than its minute has', async () => {
  const school = await createSchool(test);
  const token = await insertApiToken(test, school.id, ['school:read']);
  const call = () => test.call(schoolRoutes.mySchool, { token });
  const first = await call();
  expect(first.headers['ratelimit-policy']).toBe(`"calls";q=${TOKEN_CALLS.max};w=60`);
  expect(first.headers.ratelimit).toBe(`"calls";r=${TOKEN_CALLS.max - 1};t=60`);
  await test.context.database.query('update api_tokens set window_count = $1 where name = $2', [
    TOKEN_CALLS.max - 1,
    'Test',
  ]);
  expect((await call()).headers.ratelimit).toBe('"calls";r=0;t=60');
  const refused = await call();
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  expect(refused.error().error_message).toBe(TOKEN_MESSAGES.tooMany);
  // A repeated refusal needs no query.
  await test.context.database.query('update api_tokens set window_count = 0');
  const again = await call();
  expect([again.status, again.headers.ratelimit, again.headers['ratelimit-policy']]).toEqual([
    429,
    '"calls";r=0;t=60',
    first.headers['ratelimit-policy'],
  ]);
  test.clock.advance(MINUTE_MS);
  (await call()).ok();
});

it('publishes only what is approved, where the school wants that', async () => {
  const school = await createSchool(test);
  const body = { approval_settings: { is_on: true } };
  const ofSchool = { token: school.owner.token, params: { id: school.id }, body };
  (await test.call(approvalRoutes.updateApprovalSettings, ofSchool)).ok();
  const token = await insertApiToken(test, school.id, ['newsletters:write', 'newsletters:publish']);
  const made = await test.call(newsletterRoutes.createNewsletter, { token, body: letter('Autumn') });
  const call = { params: { id: made.ok().news_letter.data.id } };
  const refused = await test.call(newsletterRoutes.publishNewsletter, { ...call, token });
  expect(refused.error().error_code).toBe(APPROVAL_REQUIRED);
  (await test.call(newsletterRoutes.publishNewsletter, { ...call, token: school.owner.token })).ok();
});

it(`gives a school at most ${TOKENS_MAX} tokens at a time`, async () => {
  const school = await createSchool(test);
  for (let made = 1; made < TOKENS_MAX; made += 1) await insertApiToken(test, school.id, ['school:read']);
  const body = { name: 'One more', scopes: ['school:read'], ends_in: 'year' };
  const make = () => test.call(tokenRoutes.createToken, { token: school.owner.token, body });
  const both = await Promise.all([make(), make()]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const [{ id } = { id: '' }] = await listOf(school);
  (await test.call(tokenRoutes.removeToken, { token: school.owner.token, params: { id } })).ok();
  (await make()).ok();
});
