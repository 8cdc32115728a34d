import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, admits, ROLES } from '#contract/access.ts';
import { SCOPE_NAMES } from '#contract/api/scopes.ts';
import { SCOPE_MISSING, TOKEN_REFUSED } from '#contract/api/tokens.ts';
import {
  CONFIRM_NEEDED,
  ERROR_MESSAGES,
  PASSWORD_CHANGE_REQUIRED,
  SECOND_FACTOR_DUE,
} from '#contract/errors.ts';
import { pathOf, type Route, SUDO_MS } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { SCHOOL_SUSPENDED, suspendedMessage } from '#contract/rules/suspension.ts';
import { closedForOwner } from '#contract/school-closure.ts';
import { numericDateIn } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { sessions } from '#server/platform/db/schema/people.ts';
import { BODY_LIMIT } from '#server/platform/http/body.ts';
import { hashToken } from '#server/platform/http/tokens.ts';
import type { CallExample, ExampleCaller, RouteName } from '#test/examples/example.ts';
import { startExampleProvider } from '#test/examples/providers.ts';
import { MAIL_PROVIDER } from '#test/examples/sending.ts';
import { insertApiToken } from './api-tokens.ts';
import { buildTestApp, type TestApp, type TestCall } from './app.ts';
import { hashTables } from './database.ts';
import { createCallerFor, EXAMPLES } from './examples.ts';
import { createPerson, createSchool, createStaff } from './factories.ts';
import { MULTIPART, multipartBody } from './multipart.ts';

/**
 * Tests every route of the contract with callers that are not allowed and with invalid input. A new route is covered by
 * adding an example.
 */

let test: TestApp;
let google: Awaited<ReturnType<typeof startExampleProvider>>;
beforeAll(async () => {
  google = await startExampleProvider();
  test = await buildTestApp({ ...MAIL_PROVIDER, ...google.variables });
});
afterAll(async () => {
  await test.close();
  await google.provider.close();
});

const OPEN: readonly Access[] = ['anyone', 'provider'];
const NAMES = Object.keys(EXAMPLES).filter((name): name is RouteName => name in routes);
const rows: readonly (readonly [RouteName, Route])[] = NAMES.map((name) => [name, routes[name]]);
const only = (wanted: (row: Route) => boolean) => rows.filter(([, row]) => wanted(row));
const guarded = only((row) => !OPEN.includes(row.access));
const withSchool = only((row) => ['contributor', 'member', 'owner_or_admin', 'owner'].includes(row.access));
const withBody = only((row) => row.body !== undefined);

it('has an example for every route', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(Object.keys(routes).sort());
});

async function prepare(
  name: RouteName,
): Promise<{ readonly actor: ExampleCaller; readonly example: CallExample }> {
  const actor = await createCallerFor(test, routes[name].access);
  const example = await EXAMPLES[name](test, actor);
  return { actor, example: { token: actor.token, ...example } };
}

const REJECTED = new Map<RouteName, ReturnType<typeof prepare>>();

/** The example of a call that will be rejected and so changes nothing: all such calls of a route share one. */
function prepareRejected(name: RouteName): ReturnType<typeof prepare> {
  const prepared = REJECTED.get(name) ?? prepare(name);
  REJECTED.set(name, prepared);
  return prepared;
}

const make = (name: RouteName, call: TestCall) => {
  const row: Route = routes[name];
  return test.call(row, call);
};

describe.each(rows)('%s', (name) => {
  it('answers its example as the contract describes', async () => {
    const { example } = await prepare(name);
    const answer = await make(name, example);
    expect(answer.status, answer.text).toBe(routes[name].status);
    answer.ok();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    if (routes[name].status === 204) expect(answer.text).toBe('');
  });

  it('rejects unknown query keys', async () => {
    const { example } = await prepareRejected(name);
    const answer = await make(name, { ...example, query: { ...example.query, school_id: randomUUID() } });
    expect(answer.status).toBe(400);
    expect(answer.error().errors).toHaveProperty('school_id');
  });
});

describe.each(only((row) => row.access === 'provider'))('%s', (name) => {
  it('refuses who does not prove to be the provider', async () => {
    const { params } = (await prepareRejected(name)).example;
    const answer = await make(name, { ...(params && { params }), body: {} });
    expect([400, 401]).toContain(answer.status);
    expect(answer.error().error_message).not.toBe('');
  });
});

describe.each(only((row) => row.method === 'GET'))('%s', (name, row) => {
  it('changes nothing for a HEAD request, and works afterwards', async () => {
    const { example } = await prepare(name);
    await test.jobs.settled();
    const before = await hashTables(test.context.database);
    const head = await test.app.inject({
      method: 'HEAD',
      url: pathOf(row, example.params),
      ...(example.query && { query: { ...example.query } }),
      headers: { authorization: `Bearer ${example.token}`, ...example.headers },
    });
    await test.jobs.settled();
    expect(await hashTables(test.context.database)).toEqual(before);
    expect(head.statusCode).toBe(row.changesState ? 405 : row.status);
    expect(head.headers.allow).toBe(row.changesState ? 'GET' : undefined);
    (await make(name, example)).ok();
  });
});

describe.each(guarded)('%s, which needs a session,', (name) => {
  it.each([
    ['no token', undefined],
    ['an unknown token', 'x'.repeat(43)],
    ['an empty token', ''],
    ['a token that is a statement', `' or 1=1 --`],
    ['a very long token', 'x'.repeat(10_000)],
  ])('answers 401 to %s, even if other input is invalid', async (_, token) => {
    const { example } = await prepareRejected(name);
    const answer = await make(name, { ...example, token });
    expect(answer.status).toBe(401);
    expect(answer.error()).toEqual({ error_message: ERROR_MESSAGES.signIn });
    const broken = { params: { ...example.params, id: 'x' }, body: '{', token };
    expect(
      (await make(name, routes[name].method === 'GET' ? { params: broken.params, token } : broken)).status,
    ).toBe(401);
  });

  it('answers 403 until a temporary password is changed', async () => {
    const { actor, example } = await prepare(name);
    const orm = test.context.database.orm();
    const token = actor.token;
    await orm.update(users).set({ needChangePassword: true }).where(eq(users.id, actor.id));
    const answer = await make(name, { ...example, token });
    const row: Route = routes[name];
    if (row.whilePasswordDue) expect(answer.status).not.toBe(403);
    else expect(answer.error().error_code).toBe(PASSWORD_CHANGE_REQUIRED);
  });
});

describe.each(withSchool)('%s', (name) => {
  it('answers 403 to a session without the second factor that the school asks for', async () => {
    const { actor, example } = await prepareRejected(name);
    const ask = async (secondFactor: 'everybody' | 'nobody') =>
      await test.context.database
        .orm()
        .update(schools)
        .set({ secondFactor, secondFactorDays: 7, secondFactorFrom: test.clock.now() })
        .where(eq(schools.id, actor.schoolId ?? ''));
    await ask('everybody');
    const answer = await make(name, example);
    await ask('nobody');
    expect([answer.status, answer.error().error_code]).toEqual([403, SECOND_FACTOR_DUE]);
  });
});

describe.each(only((row) => row.sudo !== undefined))('%s', (name) => {
  it('asks who it is unless that was proved within ten minutes, and changes nothing', async () => {
    const { actor, example } = await prepare(name);
    const [session] = await test.context.database
      .orm()
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(example.token ?? actor.token)));
    const proved = async (confirmedAt: Date) =>
      await test.context.database
        .orm()
        .update(sessions)
        .set({ confirmedAt })
        .where(eq(sessions.id, session?.id ?? ''));
    await proved(new Date(test.clock.now().getTime() - SUDO_MS - 1));
    const before = await hashTables(test.context.database);
    const answer = await make(name, example);
    expect([answer.status, answer.error().error_code]).toEqual([403, CONFIRM_NEEDED]);
    expect(await hashTables(test.context.database)).toEqual(before);
    await proved(new Date(test.clock.now().getTime() - SUDO_MS));
    expect((await make(name, example)).status).toBe(routes[name].status);
  });
});

describe.each(guarded)('%s', (name, row) => {
  it('takes API tokens with its scope, or none', async () => {
    const { actor, example } = await (row.token === undefined ? prepareRejected : prepare)(name);
    const schoolId = actor.schoolId ?? (await createSchool(test)).id;
    const others = SCOPE_NAMES.filter((scope) => scope !== row.token);
    const without = await make(name, { ...example, token: await insertApiToken(test, schoolId, others) });
    const code = row.token === undefined ? TOKEN_REFUSED : SCOPE_MISSING;
    expect([without.status, without.error().error_code]).toEqual([403, code]);
    if (row.token === undefined) return;
    const token = await insertApiToken(test, schoolId, [row.token]);
    const answer = await make(name, { ...example, token });
    expect(answer.status, answer.text).toBe(row.status);
  });
});

describe.each(withSchool)('%s', (name, row) => {
  it('answers 403 to somebody without a school', async () => {
    const { example } = await prepareRejected(name);
    const { token } = await createPerson(test);
    const answer = await make(name, { ...example, token });
    expect(answer.status).toBe(403);
    expect(answer.error()).toEqual({ error_message: ERROR_MESSAGES.forbidden });
  });

  it.each(ROLES)('admits the role %s, or answers 403', async (role) => {
    const hasNoPart = row.ofPart && role === 'contributor';
    const isAdmitted = admits(row.access, { role, schoolId: 'any' }) && !row.ofAuthor && !hasNoPart;
    const { actor, example } = await (isAdmitted ? prepare(name) : prepareRejected(name));
    const { token } = await createStaff(test, actor.schoolId ?? '', role);
    const answer = await make(name, { ...example, token });
    if (isAdmitted) expect(answer.status, answer.text).toBe(row.status);
    else expect(answer.error()).toEqual({ error_message: ERROR_MESSAGES.forbidden });
  });

  it('answers 402 when the plan has ended, if it needs one', async () => {
    const { actor, example } = await prepare(name);
    const ended = { subscriptionEndDate: new Date(test.clock.now().getTime() - 1) };
    await test.context.database
      .orm()
      .update(schools)
      .set(ended)
      .where(eq(schools.id, actor.schoolId ?? ''));
    const answer = await make(name, example);
    expect(answer.status, answer.text).toBe(row.needsPlan ? 402 : row.status);
  });
});

describe.each(withSchool.filter(([, row]) => row.method !== 'GET'))('%s', (name, row) => {
  it('answers 403 with the reason in a suspended school, unless that may do it', async () => {
    const { actor, example } = await (row.whileSuspended ? prepare(name) : prepareRejected(name));
    const suspend = (why: string | null) =>
      test.context.database
        .orm()
        .update(schools)
        .set({ suspendedAt: why === null ? null : test.clock.now(), suspendedFor: why })
        .where(eq(schools.id, actor.schoolId ?? ''));
    await suspend('families complained');
    const answer = await make(name, example);
    await suspend(null);
    if (row.whileSuspended) expect(answer.status, answer.text).toBe(row.status);
    else
      expect(answer.error()).toEqual({
        error_message: suspendedMessage('families complained'),
        error_code: SCHOOL_SUSPENDED,
      });
  });
});

describe.each(withSchool.filter(([, row]) => row.method !== 'GET'))('%s', (name, row) => {
  it('answers 403 with the day of its erasure in a closed school, if it makes or changes something', async () => {
    const isOpen = !row.needsPlan && !row.needsOpenSchool;
    const { actor, example } = await (isOpen ? prepare(name) : prepareRejected(name));
    const schoolId = actor.schoolId ?? '';
    const { token } = await createStaff(test, schoolId, 'owner');
    const closesAt = new Date(test.clock.now().getTime() + DAY_MS);
    const close = (at: Date | null) =>
      test.context.database.orm().update(schools).set({ closesAt: at }).where(eq(schools.id, schoolId));
    await close(closesAt);
    const answer = await make(name, { ...example, token });
    await close(null);
    const [school] = await test.context.database.orm().select().from(schools).where(eq(schools.id, schoolId));
    const refusal = { error_message: closedForOwner(numericDateIn(school?.timeZone ?? '', closesAt)) };
    if (isOpen) expect(answer.text).not.toContain(refusal.error_message);
    else expect(answer.error()).toEqual(refusal);
  });
});

describe.each(only((row) => row.access === 'without_school'))('%s', (name) => {
  it('answers 409 to somebody who has a school', async () => {
    const { example } = await prepare(name);
    const { owner } = await createSchool(test);
    expect((await make(name, { ...example, token: owner.token })).error()).toEqual({
      error_message: ERROR_MESSAGES.hasSchool,
    });
  });
});

describe.each(only((row) => row.path.includes(':id')))('%s', (name, row) => {
  it('answers 404 for data of another school or person', async () => {
    const { example } = await prepare(name);
    const stranger = await createCallerFor(test, row.access);
    const before = await make(name, { ...example, token: stranger.token });
    expect(before.status).toBe(404);
    // It exists, and the earlier call has not changed it.
    const own = await make(name, example);
    expect(own.status, own.text).toBe(row.status);
  });

  it.each([
    randomUUID(),
    'x',
    '1',
    '%00',
    '../../x',
    `' or 1=1 --`,
    '0',
    'null',
    '😀',
    'x'.repeat(400),
    'x'.repeat(2000),
  ])('answers 404 for the id %s', async (id) => {
    const { example } = await prepareRejected(name);
    expect((await make(name, { ...example, params: { ...example.params, id } })).status).toBe(404);
  });
});

describe.each(withBody)('%s', (name, row) => {
  it.each([
    '{',
    '[',
    '"',
    'nul',
    '{"a":1,}',
    '{"__proto__":{"role":"owner"}}',
    '{"constructor":{"prototype":{"role":"owner"}}}',
  ])('answers 400 to the malformed body %s', async (body) => {
    const { example } = await prepareRejected(name);
    expect(
      (await make(name, { ...example, body, headers: { 'content-type': 'application/json' } })).error()
        .error_message,
    ).toBe(ERROR_MESSAGES.malformed);
  });

  it.each(['null', '[]', '"text"', '7', '[[[[]]]]', 'true'])('answers 400 to the body %s', async (body) => {
    const { example } = await prepareRejected(name);
    const answer = await make(name, { ...example, body, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(400);
  });

  it('answers 400 naming unknown keys, inside the wrapper and beside it', async () => {
    const { example } = await prepareRejected(name);
    const extra = { school_id: randomUUID(), role: 'owner' };
    const body = Object(example.body);
    const inside =
      row.wrapper === undefined
        ? { ...body, ...extra }
        : { [row.wrapper]: { ...Object(body[row.wrapper]), ...extra } };
    for (const given of [inside, { ...body, ...extra }]) {
      const answer = await make(name, { ...example, body: given });
      expect(answer.status).toBe(400);
      expect(answer.error().errors).toMatchObject({
        school_id: [expect.any(String)],
        role: [expect.any(String)],
      });
    }
  });

  it('answers 413 to a body that is too large', async () => {
    const { example } = await prepareRejected(name);
    const body = `{"x":"${'a'.repeat(row.bodyLimit ?? BODY_LIMIT)}"}`;
    expect(
      (await make(name, { ...example, body, headers: { 'content-type': 'application/json' } })).status,
    ).toBe(413);
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'text/html', 'nonsense'])(
    'answers 415 to %s',
    async (type) => {
      const { example } = await prepareRejected(name);
      expect((await make(name, { ...example, headers: { 'content-type': type } })).status).toBe(415);
    },
  );

  it('answers 415 to multipart, unless it accepts that', async () => {
    if (row.multipart !== undefined) return;
    const { example } = await prepareRejected(name);
    const body = multipartBody([{ name: 'x', content: Buffer.from('x') }]);
    expect((await make(name, { ...example, body, headers: MULTIPART })).status).toBe(415);
  });

  // Parsing that is not linear would take minutes and exceed the test's time limit.
  it('rejects deep and wide bodies quickly', async () => {
    const { example } = await prepareRejected(name);
    const limit = row.bodyLimit ?? BODY_LIMIT;
    for (const text of [
      '['.repeat(limit / 2 - 10) + ']'.repeat(limit / 2 - 10),
      `[${'1,'.repeat(limit / 2 - 10)}1]`,
      `{"a":"${'a@'.repeat(limit / 2 - 10)}"}`,
    ]) {
      const body = row.wrapper === undefined ? text : `{"${row.wrapper}":${text}}`;
      const answer = await make(name, {
        ...example,
        body: body.slice(0, limit).length < body.length ? text : body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
    }
  });
});

const BODILESS = only(
  (row) =>
    row.body === undefined &&
    row.method !== 'GET' &&
    row.multipart === undefined &&
    row.rawBody === undefined,
);
describe.each(BODILESS)('%s, which takes no body,', (name, row) => {
  it('answers 400 to keys, and accepts an empty body', async () => {
    const { example } = await prepare(name);
    const answer = await make(name, { ...example, body: { role: 'owner' } });
    expect(answer.error().errors).toHaveProperty('role');
    expect((await make(name, { ...example, body: '' })).status).toBe(row.status);
  });
});

describe.each(only((row) => row.multipart !== undefined))('%s', (name, row) => {
  const maxBytes = row.multipart?.maxBytes ?? 0;

  it('answers 413 to a file whose declared size is too large, before reading it', async () => {
    const { example } = await prepareRejected(name);
    const headers = { ...MULTIPART, 'content-length': String(maxBytes + 1024 * 1024) };
    const answer = await make(name, { ...example, body: multipartBody([]), headers });
    expect(answer.error().error_message).toBe(ERROR_MESSAGES.fileTooLarge);
  });

  it('answers 400 to unknown parts', async () => {
    const { example } = await prepareRejected(name);
    const body = multipartBody([{ name: 'evil', filename: 'x.png', content: Buffer.from('x') }]);
    expect((await make(name, { ...example, body, headers: MULTIPART })).status).toBe(400);
  });

  it('answers 400 to an incomplete body', async () => {
    const { example } = await prepareRejected(name);
    const whole = multipartBody([{ name: 'evil', filename: 'x.png', content: Buffer.from('x') }]);
    expect(
      (await make(name, { ...example, body: whole.subarray(0, whole.length - 30), headers: MULTIPART }))
        .status,
    ).toBe(400);
    expect(
      (await make(name, { ...example, body: whole, headers: { 'content-type': 'multipart/form-data' } }))
        .status,
    ).toBeOneOf([400, 415]);
  });
});

// Last, because it advances the clock past the sessions of all examples.
describe.each(guarded)('%s', (name) => {
  it('answers 401 to an ended session and an expired one', async () => {
    const { actor, example } = await prepare(name);
    const token = example.token ?? actor.token;
    const other = await createPerson(test);
    await make('logout', { token: other.token });
    expect((await make(name, { ...example, token: other.token })).status).toBe(401);
    test.clock.advance(31 * DAY_MS);
    expect((await make(name, { ...example, token })).status).toBe(401);
  });
});
