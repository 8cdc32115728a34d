import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { peopleRoutes } from '#contract/people.ts';
import { passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import { PROVIDER_MESSAGES, PROVIDER_REQUIRED, providerRoutes } from '#contract/sign-in/providers.ts';
import { openSession } from '#server/data/sessions.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { users } from '#server/platform/db/schema/core.ts';
import type { TestApp } from '#test/app.ts';
import {
  A_SESSION,
  createSchool,
  createStaff,
  freshEmail,
  invitedToken,
  mailedToken,
  PASSWORD,
  signIn,
  type TestPerson,
  type TestSchool,
} from '#test/factories.ts';
import type { TestProvider } from '#test/open-id-provider.ts';
import { addTestPasskey } from '#test/passkeys.ts';
import {
  asked,
  Browser,
  beAt,
  buildTestAppWithProviders,
  connect,
  signedIn,
  type TestAppWithProviders,
} from '#test/provider-visits.ts';

/** A school that requires its staff to sign in with a provider, and the ways around that. */

let google: TestProvider;
let county: TestProvider;
let test: TestApp;
let close: TestAppWithProviders['close'];
let passwordHash: string;
beforeAll(async () => {
  ({ test, google, county, close } = await buildTestAppWithProviders());
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => close());

const trySignIn = async (email: string, password = PASSWORD) =>
  await test.call(peopleRoutes.login, { body: { user: { email, password } } });
const setRule = (school: TestSchool, rule: unknown) =>
  test.call(providerRoutes.setProviderRule, {
    token: school.owner.token,
    params: { id: school.id },
    body: { rule },
  });
const required = {
  error_message: PROVIDER_MESSAGES.required('Google'),
  error_code: PROVIDER_REQUIRED,
};

describe('a school that asks for a provider', () => {
  it('lets passwords of the domain in no more, but the owner’s', async () => {
    const school = await createSchool(test);
    const domain = 'oakfield.example';
    const within = await createStaff(test, school.id, 'editor', { passwordHash, email: `ivy@${domain}` });
    const outside = await createStaff(test, school.id, 'editor', { passwordHash });
    await test.context.database
      .orm()
      .update(users)
      .set({ passwordHash, email: `head@${domain}` })
      .where(eq(users.id, school.owner.id));
    const set = (rule: unknown) => setRule(school, rule);
    expect((await set({ provider: 'nobody', domain })).error().errors).toHaveProperty('provider');
    expect((await set({ provider: 'google', domain: '@Oakfield.example' })).ok()).toEqual({
      rule: { provider: 'google', domain },
    });
    // Only the right password reveals the rule.
    expect((await trySignIn(within.email, 'Not th1s one')).error().error_message).toBe(ERROR_MESSAGES.login);
    expect((await trySignIn(within.email)).error()).toEqual(required);
    expect((await trySignIn(outside.email)).status).toBe(200);
    expect((await trySignIn(`head@${domain}`)).status).toBe(200);
    (await test.call(peopleRoutes.forgotPassword, { body: { email: within.email } })).ok();
    expect(await test.subjectsTo(within.email)).toEqual(['Sign in to Inkwell with Google']);
    // The password connects once, and the provider signs in.
    beAt(google, { email: within.email });
    const browser = new Browser(test);
    const { step } = asked((await browser.visit()).ok(), 'password');
    (await browser.step('password', { step, password: PASSWORD })).ok();
    signedIn((await new Browser(test).visit()).ok());
    expect((await set(null)).ok()).toEqual({ rule: null });
    expect((await trySignIn(within.email)).status).toBe(200);
  });

  it('lists every way in of its people, whichever they used last', async () => {
    const school = await createSchool(test);
    const domain = 'elmgrove.example';
    const ivy = await createStaff(test, school.id, 'editor', { passwordHash, email: `ivy@${domain}` });
    const noor = await createStaff(test, school.id, 'editor', { passwordHash: null });
    await connect(test, google, ivy.email);
    await connect(test, county, ivy.email, 'county');
    await addTestPasskey(test, noor.token);
    await createSchool(test);
    const list = async () => {
      const listed = await test.call(inviteRoutes.listInvites, { token: school.owner.token });
      const { ways } = listed.ok();
      return [ways[ivy.id], ways[noor.id]];
    };
    expect(await list()).toEqual([['password', 'Google', 'Kent County'], ['passkey']]);
    (await setRule(school, { provider: 'google', domain })).ok();
    expect(await list()).toEqual([['Google'], ['passkey']]);
  });
});

describe('nobody gets around the rule', () => {
  let school: TestSchool;
  let domain: string;
  let editor: TestPerson;
  beforeEach(async () => {
    school = await createSchool(test);
    domain = `${freshEmail().replace('@', '-at-')}`;
    editor = await createStaff(test, school.id, 'editor', { passwordHash, email: `ivy@${domain}` });
  });
  const begin = async () => (await setRule(school, { provider: 'google', domain })).ok();

  it('by writing the address in another way', async () => {
    await begin();
    const plus = await createStaff(test, school.id, 'editor', { passwordHash, email: `ivy+x@${domain}` });
    for (const email of [`IVY@${domain.toUpperCase()}`, plus.email])
      expect((await trySignIn(email)).error()).toEqual(required);
    // The rule does not cover subdomains.
    const below = await createStaff(test, school.id, 'editor', { passwordHash, email: `ivy@sub.${domain}` });
    expect((await trySignIn(below.email)).status).toBe(200);
  });

  it('with another provider', async () => {
    await connect(test, county, editor.email, 'county');
    const atCounty = county.person;
    await begin();
    const known = await new Browser(test).visit({ id: 'county' });
    expect([known.status, known.error()]).toEqual([403, required]);
    beAt(county, { email: editor.email, email_verified: false });
    const browser = new Browser(test);
    const { step } = asked((await browser.visit({ id: 'county' })).ok(), 'password');
    expect((await browser.step('password', { step, password: PASSWORD })).error()).toEqual(required);
    county.person = atCounty;
    await connect(test, google, editor.email);
    signedIn((await new Browser(test).visit()).ok());
    (await setRule(school, null)).ok();
    signedIn((await new Browser(test).visit({ id: 'county' })).ok());
  });

  it('with a passkey', async () => {
    const { device } = await addTestPasskey(test, await signIn(test, editor.email), 'The laptop');
    await begin();
    const { options } = (await test.call(passkeyRoutes.passkeyLoginOptions)).ok();
    const tried = await test.call(passkeyRoutes.passkeyLogin, { body: { passkey: device.use(options) } });
    expect(tried.error()).toEqual(required);
  });

  it('with an invitation that another provider takes up', async () => {
    await begin();
    const email = `new@${domain}`;
    const invite = { first_name: 'Nia', last_name: 'Okafor', role: 'editor', email };
    (await test.call(inviteRoutes.createInvite, { token: school.owner.token, body: { invite } })).ok();
    const link = await invitedToken(test, email);
    beAt(county, { email });
    const tried = await new Browser(test).visit({ id: 'county', invite: link });
    expect(tried.error()).toEqual(required);
    beAt(google, { email });
    const { user } = signedIn((await new Browser(test).visit({ invite: link })).ok());
    expect(user.data.attributes.email).toBe(email);
  });

  it('by another address, unless the owner lets them', async () => {
    await begin();
    await connect(test, google, editor.email);
    const token = await openSession(test.context, editor.id, A_SESSION);
    const ask = (email: string) =>
      test.call(peopleRoutes.updateProfile, { token, body: { user: { email } } });
    expect((await ask(freshEmail())).error().errors).toEqual({
      email: [PROVIDER_MESSAGES.addressStays('Google')],
    });
    expect((await ask(`ivy.walker@${domain}`)).ok().user.data.attributes.pending_email).toBe(
      `ivy.walker@${domain}`,
    );
    const email = freshEmail();
    const changed = await test.call(inviteRoutes.updateInvite, {
      token: school.owner.token,
      params: { id: editor.id },
      body: { invite: { email } },
    });
    changed.ok();
    const link = await mailedToken(test, email);
    (await test.call(peopleRoutes.confirmEmail, { params: { token: link } })).ok();
    expect((await trySignIn(email)).status).toBe(200);
  });
});
