import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { PEOPLE_MESSAGES, peopleRoutes, SESSION_LIFETIME } from '#contract/people.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import { ConfigError } from '#server/config-values.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { sessions } from '#server/platform/db/schema/people.ts';
import { openPlaces } from '#server/platform/places/places.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  createPerson,
  createSchool,
  createStaff,
  freshEmail,
  mailedToken,
  PASSWORD,
  registerPerson,
  signIn,
} from '#test/factories.ts';
import { writePlaces } from '#test/places.ts';

const { login, logout, register, forgotPassword, forgotPasswordPut, myProfile } = peopleRoutes;
const { listSessions } = sessionRoutes;

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

const trySignIn = (email: string, password: string, ip = '192.0.2.1') =>
  test.call(login, { body: { user: { email, password } }, ip });

it('is in the operator’s log with its account, whether it succeeds, fails or is refused', async () => {
  const person = await createPerson(test, { passwordHash: await hashPassword(PASSWORD) });
  const log = () => test.log.map((line) => JSON.parse(line)).filter(({ account }) => account === person.id);
  const token = await signIn(test, person.email);
  await test.call(peopleRoutes.login, { body: { user: { email: person.email, password: 'Wr0ng again' } } });
  await test.call(auditRoutes.auditLog, { token, params: { id: person.id } });
  expect(log().map(({ status }) => status)).toEqual([200, 400, 403]);
  expect(JSON.stringify(log())).not.toContain(person.email);
});

it('is written to the school’s log, with fewer lines the more failures there are', async () => {
  const school = await createSchool(test);
  const passwordHash = await hashPassword(PASSWORD);
  const { email, id } = await createStaff(test, school.id, 'editor', {
    passwordHash,
    firstName: 'Ada',
    lastName: 'Bell',
  });
  for (let at = 0; at < 25; at += 1) await trySignIn(email, 'Wr0ng again', `192.0.2.${at + 10}`);
  const token = await signIn(test, email);
  await test.call(logout, { token });
  await test.jobs.settled();
  const { owner } = school;
  const log = async () =>
    (
      await test.call(auditRoutes.auditLog, {
        ...{ token: owner.token, params: { id: school.id } },
        query: { per_page: '100' },
      })
    )
      .ok()
      .audit_log.data.map(({ attributes: { action, actor, subject, details } }) => ({
        action,
        actor,
        subject,
        details,
      }));
  const refused = { action: 'log_in_refused', actor: '', subject: 'Ada Bell' };
  const lines = await log();
  expect(lines).toHaveLength(4);
  expect(lines).toEqual(
    expect.arrayContaining([
      { action: 'logged_out', actor: 'Ada Bell', subject: '', details: {} },
      { action: 'logged_in', actor: 'Ada Bell', subject: '', details: { by: 'password' } },
      { ...refused, details: { times: 10, person_id: id } },
      { ...refused, details: { times: 1, person_id: id } },
    ]),
  );
  for (let at = 0; at < 30; at += 1) await signIn(test, email);
  expect((await log()).filter(({ action }) => action === 'logged_in')).toHaveLength(20);
});

it('says where a session was opened if the operator has a file for it, and keeps no address', async () => {
  const path = join(test.context.config.dataDir, 'places.mmdb');
  await writePlaces(path, [203, 0, 113], {
    city: { names: { en: 'Leeds', de: 'Leeds' } },
    country: { names: { en: 'United Kingdom' } },
  });
  const places = await openPlaces(path);
  const placed = await buildTestApp({}, { places });
  try {
    const email = await registerPerson(placed);
    const from = async (ip: string) => {
      const user = { email, password: PASSWORD };
      const { token } = (await placed.call(peopleRoutes.login, { body: { user }, ip })).ok().data;
      const { data } = (await placed.call(sessionRoutes.listSessions, { token: token.auth_token })).ok()
        .sessions;
      const { way, place } = data.find(({ attributes }) => attributes.current)?.attributes ?? {};
      return [way, place];
    };
    expect(await from('203.0.113.77')).toEqual(['password', 'Leeds, United Kingdom']);
    expect(await from('::ffff:203.0.113.78')).toEqual(['password', 'Leeds, United Kingdom']);
    expect(await from('198.51.100.1')).toEqual(['password', '']);
    expect(JSON.stringify(await placed.context.database.orm().select().from(sessions))).not.toContain(
      '203.0',
    );
  } finally {
    await placed.close();
  }
});

it('says of that file whether it is missing, cannot be read, or is of another kind', async () => {
  const { dataDir } = test.context.config;
  const takes = 'GEO_FILE takes the path of an MMDB file';
  const refused = async (path: string) =>
    await openPlaces(path).then(
      () => null,
      (error: unknown) => (error instanceof ConfigError ? error.message : error),
    );
  const gone = join(dataDir, 'gone.mmdb');
  expect(await refused(gone)).toBe(`${takes}: there is none at ${gone}.`);
  expect(await refused(dataDir)).toBe(
    `${takes}: ${dataDir} cannot be read (EISDIR: illegal operation on a directory).`,
  );
  const notes = join(dataDir, 'notes.txt');
  await writeFile(notes, 'Leeds');
  expect(await refused(notes)).toBe(`${takes}: ${notes} is none.`);
});

describe('logging in', () => {
  it('opens a session for an address and its password', async () => {
    const email = await registerPerson(test);
    const answer = (await trySignIn(email.toUpperCase(), PASSWORD)).ok();
    expect(answer.data.user.data).toMatchObject({
      type: 'user',
      attributes: { email, role: null, status: 'ACTIVE', need_change_password: false },
    });
    const token = answer.data.token.auth_token;
    // 256 bits, as base64url.
    expect(token).toMatch(/^[\w-]{43}$/);
    const profile = (await test.call(myProfile, { token })).ok();
    expect(profile.user.data.id).toBe(answer.data.user.data.id);
  });

  it('accepts the token without `Bearer`', async () => {
    const { token } = await createPerson(test);
    expect((await test.call(myProfile, { headers: { authorization: token } })).status).toBe(200);
  });

  it('marks invited staff as admin', async () => {
    const school = await createSchool(test);
    const admin = await createStaff(test, school.id, 'editor');
    expect((await test.call(myProfile, { token: admin.token })).ok().user.data.type).toBe('admin');
    expect((await test.call(myProfile, { token: school.owner.token })).ok().user.data.type).toBe('user');
  });

  it('answers the same for a wrong password, an unknown address and an account without a password', async () => {
    const known = await registerPerson(test);
    const { email: bare } = await createPerson(test);
    for (const email of [known, bare, freshEmail()]) {
      const refused = await trySignIn(email, 'Wrong but l0ng');
      expect(refused.status).toBe(400);
      expect(refused.error()).toEqual({ error_message: ERROR_MESSAGES.login });
    }
  });

  it('stores only hashes of the password and the token', async () => {
    const email = await registerPerson(test);
    const token = await signIn(test, email);
    const orm = test.context.database.orm();
    const [person] = await orm.select().from(users).where(eq(users.email, email));
    expect(person?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const stored = JSON.stringify(await orm.select().from(sessions));
    expect(stored).not.toContain(token);
  });

  it('refuses a password that is too long before it is hashed', async () => {
    const refused = await trySignIn(freshEmail(), 'x'.repeat(60_000));
    expect(refused.error().errors).toEqual({ password: [FIELD_MESSAGES.passwordLong] });
  });
});

describe('guessing passwords', () => {
  it('is stopped after five of a thousand concurrent attempts, only from that IP address', async () => {
    const email = await registerPerson(test);
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () => trySignIn(email, 'Wrong but l0ng', '198.51.100.1')),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(995);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3500);
    // Even the right password is refused from that IP address.
    expect((await trySignIn(email, PASSWORD, '198.51.100.1')).status).toBe(429);
    // The account is not locked: its owner can log in from elsewhere.
    expect((await trySignIn(email, PASSWORD, '203.0.113.9')).status).toBe(200);
    test.clock.advance(HOUR_MS + 1000);
    expect((await trySignIn(email, PASSWORD, '198.51.100.1')).status).toBe(200);
  });

  it('is not held for what was counted while the machine’s clock was ahead', async () => {
    const email = await registerPerson(test);
    const tryHere = (password: string) => trySignIn(email, password, '198.51.100.3');
    test.clock.advance(30 * DAY_MS);
    for (let at = 0; at < 6; at += 1) await tryHere('Wrong but l0ng');
    expect((await tryHere(PASSWORD)).status).toBe(429);
    test.clock.setBack(30 * DAY_MS);
    expect((await tryHere(PASSWORD)).status).toBe(200);
  });

  it('is counted from zero after a success', async () => {
    const email = await registerPerson(test);
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 4; at += 1)
        expect((await trySignIn(email, 'Wrong but l0ng', '198.51.100.2')).status).toBe(400);
      expect((await trySignIn(email, PASSWORD, '198.51.100.2')).status).toBe(200);
    }
  });

  it('is stopped after a hundred attempts from one IPv6 network, whatever the account', async () => {
    const from = (at: number) => `2001:db8:9:9${at.toString(16).padStart(2, '0')}::1`;
    const answers = await Promise.all(
      Array.from({ length: 110 }, (_, at) => trySignIn(freshEmail(), 'Wrong but l0ng', from(at))),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it('no longer blocks the login after a password reset', async () => {
    const email = await registerPerson(test);
    for (let at = 0; at < 6; at += 1) await trySignIn(email, 'Wrong but l0ng', '198.51.100.3');
    await test.call(forgotPassword, { body: { email } });
    const params = { token: await mailedToken(test, email) };
    const body = { password: 'An0ther quill', password_confirmation: 'An0ther quill' };
    (await test.call(peopleRoutes.changePassword, { params, body, ip: '198.51.100.3' })).ok();
    expect((await trySignIn(email, 'An0ther quill', '198.51.100.3')).status).toBe(200);
  });
});

describe('a known device', () => {
  const ip = '198.51.100.77';
  const WRONG = 'Wrong but l0ng';
  const from = (email: string, password: string, cookie?: string) =>
    test.call(login, { body: { user: { email, password } }, ip, ...(cookie && { headers: { cookie } }) });
  const comeIn = async (email: string, before?: string) => {
    const answer = await from(email, PASSWORD, before);
    answer.ok();
    const set = String(answer.headers['set-cookie']);
    return { set, cookie: set.split(';', 1).join('') };
  };
  const guessAll = async () => {
    for (let at = 0; at < 105; at += 1) await from(freshEmail(), WRONG);
  };

  it('can log in after others behind its IP address have used up the attempts', async () => {
    const email = await registerPerson(test);
    const { set, cookie } = await comeIn(email);
    expect(set).toMatch(
      /^known_device=[\w.-]+; Path=\/api\/v1\/authorization\/login; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect(set).not.toContain(email);
    await guessAll();
    for (let at = 0; at < 6; at += 1) await from(email, WRONG);
    expect((await from(email, PASSWORD)).status).toBe(429);
    expect((await from(email, PASSWORD, `theme=dark; ${cookie}`)).status).toBe(200);
    // For another account, the device is unknown.
    const other = await registerPerson(test);
    expect((await from(other, PASSWORD, cookie)).status).toBe(429);
    test.clock.advance(HOUR_MS + 1000);
    const both = await comeIn(other, cookie);
    await guessAll();
    expect((await from(email, PASSWORD, both.cookie)).status).toBe(200);
    expect((await from(other, PASSWORD, both.cookie)).status).toBe(200);
    test.clock.advance(HOUR_MS + 1000);
  });

  it('has a place of its own while others guess from many networks', async () => {
    const email = await registerPerson(test);
    const { cookie } = await comeIn(email);
    const answered: string[] = [];
    const guesses = Array.from({ length: 20 }, (_, network) =>
      trySignIn(freshEmail(), WRONG, `203.0.${network}.7`).then(() => answered.push('guess')),
    );
    const own = from(email, PASSWORD, cookie).then(({ status }) => answered.push(`own ${status}`));
    await Promise.all([...guesses, own]);
    expect(answered.indexOf('own 200')).toBeGreaterThan(-1);
    expect(answered.indexOf('own 200')).toBeLessThan(10);
  });

  it('is told to its person if it is guessed from many networks, once a day', async () => {
    const email = await registerPerson(test);
    const subject = 'Somebody may be guessing your password: Inkwell';
    const noticesTo = async (address: string) =>
      (await test.subjectsTo(address)).filter((each) => each === subject).length;
    const guess = (address: string, network: number) => trySignIn(address, WRONG, `198.51.${network}.7`);
    for (let network = 0; network < 49; network++) await guess(email, network);
    expect(await noticesTo(email)).toBe(0);
    for (let network = 49; network < 70; network++) await guess(email, network);
    expect(await noticesTo(email)).toBe(1);
    const unknown = freshEmail();
    for (let network = 0; network < 50; network++) await guess(unknown, 100 + network);
    expect(await noticesTo(unknown)).toBe(0);
    expect((await trySignIn(email, PASSWORD)).status).toBe(200);
  });

  it('gives a thief five more guesses, and none with a forged cookie', async () => {
    const email = await registerPerson(test);
    const { cookie } = await comeIn(email);
    const forged = `${cookie.slice(0, -22)}${'A'.repeat(22)}`;
    const guesses = async (with_: string) => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => from(email, WRONG, with_)));
      return answers.filter(({ status }) => status === 400).length;
    };
    expect(await guesses(forged)).toBe(5);
    expect(await guesses(cookie)).toBe(5);
    expect((await from(email, PASSWORD, cookie)).status).toBe(429);
    test.clock.advance(HOUR_MS + 1000);
  });

  it('gets a Secure cookie when the server uses TLS', async () => {
    const secure = await buildTestApp({ PUBLIC_URL: 'https://news.example' });
    const email = await registerPerson(secure);
    const answer = await secure.call(login, { body: { user: { email, password: PASSWORD } } });
    const set = String(answer.headers['set-cookie']);
    expect(set).toMatch(/^__Secure-known_device=[^;]+; .*; Secure$/);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    // A browser may still hold the older name, without the prefix.
    const older = set.split(';')[0]?.replace('__Secure-', '') ?? '';
    const guess = { body: { user: { email, password: 'Wrong but l0ng' } } };
    for (let at = 0; at < 6; at += 1) await secure.call(login, guess);
    const again = { body: { user: { email, password: PASSWORD } } };
    expect((await secure.call(login, again)).status).toBe(429);
    expect((await secure.call(login, { ...again, headers: { cookie: older } })).status).toBe(200);
    await secure.close();
  });

  it('gets its subdomains over TLS, too, where the operator says so', async () => {
    const secure = await buildTestApp({ PUBLIC_URL: 'https://news.example', HSTS_SUBDOMAINS: '1' });
    const { headers } = await secure.app.inject('/health');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await secure.close();
  });
});

describe('a session', () => {
  it('ends at logout', async () => {
    const { token } = await createPerson(test);
    expect((await test.call(logout, { token })).status).toBe(204);
    expect((await test.call(myProfile, { token })).status).toBe(401);
  });

  it('lasts thirty days from its last use if remembered, else twelve hours', async () => {
    const email = await registerPerson(test);
    const long = await signIn(test, email);
    const short = (
      await test.call(login, { body: { user: { email, password: PASSWORD, remember_me: false } } })
    ).ok().data.token.auth_token;
    test.clock.advance(SESSION_LIFETIME.plain - HOUR_MS);
    expect((await test.call(myProfile, { token: short })).status).toBe(200);
    test.clock.advance(HOUR_MS);
    expect((await test.call(myProfile, { token: short })).status).toBe(401);
    expect((await test.call(myProfile, { token: long })).status).toBe(200);
    for (let round = 0; round < 2; round += 1) {
      test.clock.advance(SESSION_LIFETIME.remembered - HOUR_MS);
      expect((await test.call(myProfile, { token: long })).status).toBe(200);
    }
    test.clock.advance(SESSION_LIFETIME.remembered);
    expect((await test.call(myProfile, { token: long })).status).toBe(401);
  });

  it('ends ninety days after the login, even if it is used', async () => {
    const token = await signIn(test, await registerPerson(test));
    const day = 24 * HOUR_MS;
    for (let passed = 0; passed < SESSION_LIFETIME.longest - day; passed += day) {
      test.clock.advance(day);
      expect((await test.call(myProfile, { token })).status).toBe(200);
    }
    test.clock.advance(day - 1);
    expect((await test.call(myProfile, { token })).status).toBe(200);
    test.clock.advance(1);
    expect((await test.call(myProfile, { token })).status).toBe(401);
  });

  it('ends together with the person’s other sessions, and nobody else’s', async () => {
    const email = await registerPerson(test);
    const tokens = [await signIn(test, email), await signIn(test, email)];
    const stranger = await createPerson(test);
    expect((await test.call(sessionRoutes.endSessions, { token: tokens[0] })).status).toBe(204);
    for (const token of tokens) expect((await test.call(myProfile, { token })).status).toBe(401);
    expect((await test.call(myProfile, { token: stranger.token })).status).toBe(200);
  });

  it('is visible to and ended by its person only', async () => {
    const email = await registerPerson(test);
    const here = await signIn(test, email);
    const there = await signIn(test, email);
    const listed = async (token: string) => (await test.call(listSessions, { token })).ok().sessions.data;
    const other = (await listed(there)).find(({ attributes }) => attributes.current);
    if (other === undefined) throw new Error('The other session is not listed');
    // Setting the first password opened a session as well.
    expect(await listed(here)).toHaveLength(3);
    const stranger = await createPerson(test);
    const params = { id: other.id };
    expect((await test.call(sessionRoutes.endSession, { token: stranger.token, params })).status).toBe(404);
    expect((await test.call(sessionRoutes.endSession, { token: here, params })).status).toBe(204);
    expect(await listed(here)).toHaveLength(2);
    expect((await test.call(myProfile, { token: there })).status).toBe(401);
  });

  it('reflects a change of role or status at the next call', async () => {
    const school = await createSchool(test);
    const admin = await createStaff(test, school.id, 'admin');
    const orm = test.context.database.orm();
    await orm.update(users).set({ role: 'editor' }).where(eq(users.id, admin.id));
    expect((await test.call(myProfile, { token: admin.token })).ok().user.data.attributes.role).toBe(
      'editor',
    );
    const setStatus = (status: 'ACTIVE' | 'INACTIVE') =>
      orm.update(users).set({ status }).where(eq(users.id, admin.id));
    await setStatus('INACTIVE');
    expect((await test.call(myProfile, { token: admin.token })).status).toBe(401);
    await setStatus('ACTIVE');
    expect((await test.call(myProfile, { token: admin.token })).status).toBe(200);
    await orm.delete(users).where(eq(users.id, admin.id));
    expect((await test.call(myProfile, { token: admin.token })).status).toBe(401);
  });
});

describe('asking for an account or a password', () => {
  it('answers the same for every address, and mails what fits each', async () => {
    const active = await registerPerson(test);
    const unknown = freshEmail();
    const [known, fresh] = [
      await test.call(register, { body: { user: { email: active } } }),
      await test.call(register, { body: { user: { email: unknown } } }),
    ];
    expect(known.text).toBe(fresh.text);
    expect(known.status).toBe(201);
    expect(known.ok().message).toBe(PEOPLE_MESSAGES.registered);
    await test.jobs.settled();
    expect(test.mail.to(active).at(-1)?.subject).toBe('You already have an account with Inkwell');
    expect(test.mail.to(unknown).at(-1)?.subject).toBe('Welcome to Inkwell');
    const nobody = freshEmail();
    const [forKnown, forNobody] = [
      await test.call(forgotPassword, { body: { email: active } }),
      await test.call(forgotPasswordPut, { body: { email: nobody } }),
    ];
    expect(forKnown.text).toBe(forNobody.text);
    await test.jobs.settled();
    expect(test.mail.to(active).at(-1)?.subject).toBe('Choose a new Inkwell password');
    expect(test.mail.to(nobody)).toEqual([]);
  });

  it('sends the welcome again if the first was lost', async () => {
    const email = freshEmail();
    await test.call(register, { body: { user: { email } } });
    await test.call(forgotPassword, { body: { email } });
    await test.jobs.settled();
    expect(test.mail.to(email).map(({ subject }) => subject)).toEqual([
      'Welcome to Inkwell',
      'Welcome to Inkwell',
    ]);
  });

  it('silently stops mailing an address after five mails in an hour', async () => {
    const email = freshEmail();
    for (let at = 0; at < 8; at += 1) {
      const row = at % 2 === 0 ? register : forgotPassword;
      const body = at % 2 === 0 ? { user: { email } } : { email };
      expect((await test.call(row, { body })).status).toBe(row.status);
    }
    await test.jobs.settled();
    expect(test.mail.to(email)).toHaveLength(5);
    test.clock.advance(HOUR_MS + 1000);
    await test.call(register, { body: { user: { email } } });
    await test.jobs.settled();
    expect(test.mail.to(email)).toHaveLength(6);
  });

  it('builds links from PUBLIC_URL, whatever host the caller sends', async () => {
    const email = freshEmail();
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    };
    await test.call(register, { body: { user: { email } }, headers });
    await test.jobs.settled();
    const [mail] = test.mail.to(email);
    expect(mail?.text).toContain('http://127.0.0.1:3000/change-password?token=');
    expect(mail?.html).toContain('http://127.0.0.1:3000/change-password?token=');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
  });
});
