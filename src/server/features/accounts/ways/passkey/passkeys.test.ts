import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { CODE_REQUIRED, CONFIRM_NEEDED, ERROR_MESSAGES } from '#contract/errors.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { peopleRoutes } from '#contract/people.ts';
import { SUDO_MS } from '#contract/route.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import {
  PASSKEY_MESSAGES,
  PASSKEY_MS,
  PASSKEY_UNKNOWN,
  PASSKEYS_MAX,
  type PasskeyOptions,
  passkeyRoutes,
} from '#contract/sign-in/passkeys.ts';
import { PROVIDER_MESSAGES } from '#contract/sign-in/providers.ts';
import { TWO_STEP_MESSAGES, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { openSession } from '#server/data/sessions.ts';
import { turnTwoStepOffFor } from '#server/features/accounts/two-step/two-step.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  A_SESSION,
  createSchool,
  createStaff,
  PASSWORD,
  setPasswordHash,
  signIn,
  type TestPerson,
  type TestSchool,
} from '#test/factories.ts';
import { addTestPasskey, type Circumstances, TestPasskey } from '#test/passkeys.ts';
import { turnTwoStepOn } from '#test/two-step.ts';
import { relyingParty } from './relying-party.ts';

let test: TestApp;
let school: TestSchool;
let person: TestPerson;
let token: string;
let passwordHash: string;
beforeAll(async () => {
  test = await buildTestApp();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(async () => await test.close());
beforeEach(async () => {
  school = await createSchool(test);
  person = school.owner;
  await setPasswordHash(test, person.id, passwordHash);
  token = await signIn(test, person.email);
});

const signInOptions = async () => (await test.call(passkeyRoutes.passkeyLoginOptions)).ok().options;
const signInWith = async (device: TestPasskey, how: Circumstances = {}, options?: PasskeyOptions) => {
  const passkey = device.use(options ?? (await signInOptions()), how);
  return await test.call(passkeyRoutes.passkeyLogin, { body: { passkey } });
};
const refusal = async (call: ReturnType<typeof signInWith>) => {
  const answer = await call;
  expect(answer.status).toBe(400);
  return answer.error().error_message;
};
const password = { password: PASSWORD };
const trySignIn = () =>
  test.call(peopleRoutes.login, { body: { user: { email: person.email, ...password } } });
const beginStep = async () => (await trySignIn()).error().second_step ?? '';
const stepOptions = async (step: string) =>
  (await test.call(passkeyRoutes.secondStepOptions, { body: { step } })).ok().options;
const takeStep = (body: object) => test.call(twoStepRoutes.secondStep, { body });
const read = async () => (await test.call(twoStepRoutes.readTwoStep, { token })).ok().two_step;
const newOptions = async () => (await test.call(passkeyRoutes.newPasskeyOptions, { token })).ok().options;
const remove = (id: string) => test.call(passkeyRoutes.removePasskey, { token, params: { id } });

describe('adding a passkey', () => {
  it('asks for one that says whose it is, and turns two-step sign-in on', async () => {
    const options = await newOptions();
    expect(options.rp).toEqual({ id: 'localhost', name: 'Inkwell' });
    expect(options.user.name).toBe(person.email);
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
    const { device, id, recoveryCodes } = await addTestPasskey(test, token, 'Priya’s laptop');
    expect(recoveryCodes).toHaveLength(10);
    expect(await read()).toMatchObject({
      authenticator: null,
      passkeys: [
        {
          id,
          credential_id: device.id,
          name: 'Priya’s laptop',
          added_at: test.clock.now().toISOString(),
          last_used_at: null,
        },
      ],
      recovery_codes_left: 10,
    });
    test.clock.advance(1000);
    const second = await addTestPasskey(test, token, 'The telephone');
    expect(second.recoveryCodes).toEqual([]);
    expect((await newOptions()).excludeCredentials.map(({ id }) => id)).toEqual([
      device.id,
      second.device.id,
    ]);
    await test.jobs.settled();
    expect(test.mail.to(person.email).at(-1)?.subject).toBe('A passkey was added: Inkwell');
    expect(test.mail.to(person.email).at(-1)?.text).toContain('remove the passkey under Password settings');
    const { audit_log } = (await test.call(auditRoutes.auditLog, { token, params: { id: school.id } })).ok();
    const { action, subject } = audit_log.data[0]?.attributes ?? {};
    expect([action, subject]).toEqual(['passkey_added', 'The telephone']);
  });

  it('refuses what was made elsewhere, for somebody else, twice, late or without a look at the person', async () => {
    const add = (passkey: object) =>
      test.call(passkeyRoutes.addPasskey, { token, body: { passkey, name: 'Laptop' } });
    const wrong = async (how: Circumstances) => {
      const refused = await add(new TestPasskey().make(await newOptions(), how));
      return [refused.status, refused.error().error_message];
    };
    expect(await wrong({ origin: 'https://inkwe11.example' })).toEqual([
      400,
      PASSKEY_MESSAGES.otherSite('http://localhost:3000'),
    ]);
    expect(await wrong({ rpId: 'inkwe11.example' })).toEqual([400, PASSKEY_MESSAGES.notRight]);
    expect(await wrong({ verified: false })).toEqual([400, PASSKEY_MESSAGES.notRight]);
    const options = await newOptions();
    const device = new TestPasskey();
    const answer = device.make(options);
    const stranger = await createSchool(test);
    // Answers from somebody else, and in another session of the same person.
    for (const other of [stranger.owner.token, person.token]) {
      const elsewhere = { token: other, body: { passkey: answer, name: 'Theirs' } };
      expect((await test.call(passkeyRoutes.addPasskey, elsewhere)).error().error_message).toBe(
        PASSKEY_MESSAGES.late,
      );
    }
    expect((await add(answer)).status).toBe(201);
    expect((await add(answer)).error().error_message).toBe(PASSKEY_MESSAGES.late);
    const again = await add(device.make(await newOptions()));
    expect([again.status, again.error().error_message]).toEqual([409, PASSKEY_MESSAGES.known]);
    const late = new TestPasskey().make(await newOptions());
    test.clock.advance(PASSKEY_MS + 1);
    expect((await add(late)).error().error_message).toBe(PASSKEY_MESSAGES.late);
    expect((await read()).passkeys).toHaveLength(1);
  });

  it('allows so many, with names of one’s own', async () => {
    const { id } = await addTestPasskey(test, token);
    const options = await newOptions();
    for (let added = 1; added < PASSKEYS_MAX; added += 1) await addTestPasskey(test, token);
    const body = { passkey: new TestPasskey().make(options), name: 'One more' };
    for (const refused of [
      await test.call(passkeyRoutes.newPasskeyOptions, { token }),
      await test.call(passkeyRoutes.addPasskey, { token, body }),
    ])
      expect([refused.status, refused.error().error_message]).toEqual([409, PASSKEY_MESSAGES.tooMany]);
    const rename = (name: string, by = token) =>
      test.call(passkeyRoutes.renamePasskey, { token: by, params: { id }, body: { name } });
    expect((await rename('  The staff room ')).ok().passkey.name).toBe('The staff room');
    expect((await rename('x'.repeat(61))).error().errors).toEqual({ name: [PASSKEY_MESSAGES.nameLong] });
    const stranger = (await createSchool(test)).owner.token;
    expect((await rename('Mine', stranger)).status).toBe(404);
    expect((await test.call(passkeyRoutes.removePasskey, { token: stranger, params: { id } })).status).toBe(
      404,
    );
  });
});

it('stays if nothing else lets its person in', async () => {
  const { id } = await addTestPasskey(test, token);
  const { owner } = await createSchool(test);
  const only = await addTestPasskey(test, owner.token);
  const refused = await test.call(passkeyRoutes.removePasskey, {
    token: owner.token,
    params: { id: only.id },
  });
  expect([refused.status, refused.error().error_message]).toEqual([409, PROVIDER_MESSAGES.lastWay]);
  expect((await remove(id)).status).toBe(204);
});

describe('logging in by a passkey', () => {
  it('needs nothing else, and notes the use', async () => {
    const { device } = await addTestPasskey(test, token);
    const options = await signInOptions();
    // The options are the same for everybody and do not reveal who has a passkey.
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const letIn = await signInWith(device, {}, options);
    expect(String(letIn.headers['set-cookie'])).toContain('known_device=');
    const mine = { token: letIn.ok().data.token.auth_token };
    expect((await test.call(peopleRoutes.myProfile, mine)).ok().user.data.id).toBe(person.id);
    expect((await read()).passkeys[0]?.last_used_at).toBe(test.clock.now().toISOString());
    // The counters of synced passkeys do not matter.
    const { device: copied } = await addTestPasskey(test, token);
    for (let used = 0; used < 2; used += 1)
      expect((await signInWith(copied, { counter: 0 })).status).toBe(200);
  });

  it('is refused with the reason', async () => {
    const { device, id } = await addTestPasskey(test, token);
    const other = (await createSchool(test)).owner;
    const theirs = (await addTestPasskey(test, other.token)).device;
    expect(await refusal(signInWith(device, { crossOrigin: true }))).toBe(PASSKEY_MESSAGES.notRight);
    expect(await refusal(signInWith(device, { origin: 'https://inkwe11.example' }))).toBe(
      PASSKEY_MESSAGES.otherSite('http://localhost:3000'),
    );
    expect(await refusal(signInWith(device, { rpId: 'inkwe11.example' }))).toBe(
      PASSKEY_MESSAGES.otherSite('http://localhost:3000'),
    );
    expect(await refusal(signInWith(device, { verified: false }))).toBe(PASSKEY_MESSAGES.notVerified);
    expect(await refusal(signInWith(device, { userHandle: undefined }))).toBe(PASSKEY_MESSAGES.notRight);
    // Signed by another device.
    const options = await signInOptions();
    const forged = { ...theirs.use(options), id: device.id, rawId: device.id };
    forged.response.userHandle = device.use(options).response.userHandle;
    const signedByOther = test.call(passkeyRoutes.passkeyLogin, { body: { passkey: forged } });
    expect(await refusal(signedByOther)).toBe(PASSKEY_MESSAGES.notRight);
    const used = await signInOptions();
    expect((await signInWith(device, {}, used)).status).toBe(200);
    expect(await refusal(signInWith(device, {}, used))).toBe(PASSKEY_MESSAGES.late);
    const late = await signInOptions();
    test.clock.advance(PASSKEY_MS + 1);
    expect(await refusal(signInWith(device, {}, late))).toBe(PASSKEY_MESSAGES.late);
    expect(await refusal(signInWith(device, {}, { ...late, challenge: 'made-up' }))).toBe(
      PASSKEY_MESSAGES.late,
    );
    expect((await remove(id)).status).toBe(204);
    const removed = (await signInWith(device)).error();
    expect(removed).toMatchObject({ error_message: PASSKEY_MESSAGES.unknown, error_code: PASSKEY_UNKNOWN });
  });

  it('takes each challenge once, of eight at a time too', async () => {
    const { device } = await addTestPasskey(test, token);
    const options = await signInOptions();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signInWith(device, {}, options)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // Two windows at once: one may have to try again, and its browser is not asked to forget the passkey.
    const [one, two] = [await signInOptions(), await signInOptions()];
    const both = await Promise.all([one, two].map((each) => signInWith(device, { counter: 50 }, each)));
    const refused = both.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.error().error_code).toBeUndefined();
  });

  it('reports a passkey whose counter goes back', async () => {
    const { device } = await addTestPasskey(test, token);
    expect((await signInWith(device, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect(await refusal(signInWith(device, { counter }))).toBe(PASSKEY_MESSAGES.copied);
    await test.jobs.settled();
    expect(test.mail.to(person.email).at(-1)?.subject).toBe('A passkey was refused: Inkwell');
    expect((await signInWith(device, { counter: 8 })).status).toBe(200);
  });

  it('is no copy if it is synced between devices that count for themselves', async () => {
    const { device } = await addTestPasskey(test, token);
    for (const counter of [9, 3, 3, 10])
      expect((await signInWith(device, { counter, backedUp: true })).status).toBe(200);
  });

  it('keeps out people whom the password keeps out', async () => {
    const colleague = await createStaff(test, school.id, 'editor', { passwordHash });
    const { device } = await addTestPasskey(test, colleague.token);
    const set = async (status: 'ACTIVE' | 'INACTIVE') => {
      const { database } = test.context;
      await database.orm().update(users).set({ status }).where(eq(users.id, colleague.id));
    };
    await set('INACTIVE');
    expect(await refusal(signInWith(device))).toBe(PASSKEY_MESSAGES.unknown);
    await set('ACTIVE');
    const close = { token, params: { id: school.id }, body: { name: 'Elm Grove Primary' } };
    expect((await test.call(schoolClosureRoutes.closeSchool, close)).status).toBeLessThan(300);
    const refused = await signInWith(device);
    expect(refused.status).toBe(403);
    expect(refused.error().error_message).toMatch(/closed|erased/i);
  });
});

describe('a passkey as the second step', () => {
  it('is asked instead of a code, and only the person’s own will do', async () => {
    const { device, recoveryCodes } = await addTestPasskey(test, token);
    const asked = (await trySignIn()).error();
    expect(asked).toMatchObject({
      error_code: CODE_REQUIRED,
      error_message: ERROR_MESSAGES.passkeyRequired,
      ways: ['passkey'],
    });
    const step = asked.second_step ?? '';
    const options = await stepOptions(step);
    expect(options.allowCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['internal'] },
    ]);
    const theirs = (await addTestPasskey(test, (await createSchool(test)).owner.token)).device;
    const wrong = await takeStep({ step, passkey: theirs.use(options) });
    expect(wrong.error().error_message).toBe(PASSKEY_MESSAGES.otherPerson);
    // A log-in's challenge is not valid for the second step, nor the other way round.
    const crossed = await takeStep({ step, passkey: device.use(await signInOptions()) });
    expect(crossed.error().error_message).toBe(PASSKEY_MESSAGES.late);
    expect(await refusal(signInWith(device, {}, await stepOptions(step)))).toBe(PASSKEY_MESSAGES.late);
    const passkey = device.use(await stepOptions(step));
    expect((await takeStep({ step, passkey, recovery_code: recoveryCodes[0] })).status).toBe(400);
    expect((await takeStep({ step, passkey })).status).toBe(200);
    expect((await test.call(passkeyRoutes.secondStepOptions, { body: { step } })).error().error_message).toBe(
      TWO_STEP_MESSAGES.stepOver,
    );
    const byCode = { step: await beginStep(), recovery_code: recoveryCodes[0] };
    expect((await takeStep(byCode)).status).toBe(200);
  });

  it('is asked beside a code where there are both; the last way takes the codes with it', async () => {
    const { id, recoveryCodes } = await addTestPasskey(test, token);
    expect((await turnTwoStepOn(test, token)).recoveryCodes).toEqual([]);
    expect((await trySignIn()).error().ways).toEqual(['code', 'passkey']);
    expect((await read()).ways).toEqual(['passkey', 'code']);
    expect((await test.call(twoStepRoutes.removeAuthenticator, { token })).status).toBe(204);
    expect(await read()).toMatchObject({ authenticator: null, recovery_codes_left: 10, ways: ['passkey'] });
    const step = await beginStep();
    expect((await remove(id)).status).toBe(204);
    expect(await read()).toMatchObject({
      authenticator: null,
      passkeys: [],
      recovery_codes_left: 0,
      ways: [],
    });
    expect((await takeStep({ step, recovery_code: recoveryCodes[0] })).status).toBe(400);
    expect((await trySignIn()).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
  });

  it('proves again who it is, and makes the session strong', async () => {
    const { device, id } = await addTestPasskey(test, token);
    test.clock.advance(SUDO_MS + 1);
    const asked = (await remove(id)).error();
    expect(asked).toMatchObject({ error_code: CONFIRM_NEEDED, ways: ['passkey', 'recovery_code'] });
    const { options } = (await test.call(passkeyRoutes.confirmOptions, { token })).ok();
    const confirm = (passkey: object) => test.call(confirmRoutes.confirmPerson, { token, body: { passkey } });
    const theirs = (await addTestPasskey(test, (await createSchool(test)).owner.token)).device;
    expect((await confirm(theirs.use(options))).error().error_message).toBe(PASSKEY_MESSAGES.otherPerson);
    expect((await confirm(device.use(options))).error().error_message).toBe(PASSKEY_MESSAGES.late);
    const again = (await test.call(passkeyRoutes.confirmOptions, { token })).ok().options;
    // Another computer of the same person can only answer its own challenge.
    const other = await openSession(test.context, person.id, A_SESSION);
    const elsewhere = { token: other, body: { passkey: device.use(again) } };
    const refused = await test.call(confirmRoutes.confirmPerson, elsewhere);
    expect(refused.error().error_message).toBe(PASSKEY_MESSAGES.late);
    expect((await confirm(device.use(again))).status).toBe(204);
    expect((await remove(id)).status).toBe(204);
  });

  it('is forgotten when the owner or the operator turns it off', async () => {
    const colleague = await createStaff(test, school.id, 'editor', { passwordHash });
    const { device } = await addTestPasskey(test, colleague.token);
    const listed = (await test.call(inviteRoutes.listInvites, { token })).ok();
    expect(listed.two_step).toEqual([colleague.id]);
    const params = { id: colleague.id };
    expect((await test.call(inviteRoutes.resetTwoStep, { token, params })).status).toBe(204);
    expect(await refusal(signInWith(device))).toBe(PASSKEY_MESSAGES.unknown);
    const own = (await addTestPasskey(test, token)).device;
    expect(await turnTwoStepOffFor(test.context, person.email)).toBe(true);
    expect(await refusal(signInWith(own))).toBe(PASSKEY_MESSAGES.unknown);
  });
});

it('is for the host of PUBLIC_URL, and on one’s own machine for localhost', () => {
  const of = (publicUrl: string) => relyingParty({ ...test.context.config, publicUrl });
  expect(of('https://news.oakfield.example')).toMatchObject({
    id: 'news.oakfield.example',
    origin: 'https://news.oakfield.example',
  });
  expect(of('http://127.0.0.1:4000')).toMatchObject({ id: 'localhost', origin: 'http://localhost:4000' });
});
