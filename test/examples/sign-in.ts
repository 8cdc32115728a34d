import { eq } from 'drizzle-orm';
import { peopleRoutes } from '#contract/people.ts';
import { passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { listTrusted, trustDevice } from '#server/features/accounts/two-step/trusted.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import type { TestApp } from '#test/app.ts';
import {
  freshEmail,
  mailedToken,
  PASSWORD,
  registerPerson,
  signIn,
  type TestPerson,
} from '#test/factories.ts';
import { addTestPasskey, TestPasskey } from '#test/passkeys.ts';
import { beginApp, turnTwoStepOn } from '#test/two-step.ts';
import type { CallExample, Examples } from './example.ts';

/** Calls about signing in and the caller's own account. */
export const SIGN_IN_EXAMPLES = {
  secondStep: async (test) => {
    const email = await registerPerson(test);
    const { recoveryCodes } = await turnTwoStepOn(test, await signIn(test, email));
    const body = { user: { email, password: PASSWORD } };
    const { second_step: step } = (await test.call(peopleRoutes.login, { body })).error();
    return { body: { step, recovery_code: recoveryCodes[0] } };
  },
  login: async (test) => ({ body: { user: { email: await registerPerson(test), password: PASSWORD } } }),
  logout: async () => ({}),
  register: async () => ({ body: { user: { email: freshEmail() } } }),
  forgotPassword: async () => ({ body: { email: freshEmail() } }),
  forgotPasswordPut: async () => ({ body: { email: freshEmail() } }),
  changePassword: async (test) => {
    const email = freshEmail();
    await test.call(peopleRoutes.register, { body: { user: { email } } });
    const token = await mailedToken(test, email);
    return { params: { token }, body: { password: PASSWORD, password_confirmation: PASSWORD } };
  },
  updatePassword: async (test) => {
    const token = await signIn(test, await registerPerson(test));
    return { token, body: { existing_password: PASSWORD, password: `${PASSWORD} 2` } };
  },
  readTwoStep: async () => ({}),
  forgetTrusted: async (test, { id }) => {
    await trustDevice(test.context, id, 'A test');
    const [computer] = await listTrusted(test.context, id);
    return { params: { id: computer?.id ?? '' } };
  },
  beginAuthenticator: async () => ({}),
  confirmPerson: async (test) => ({
    token: await signIn(test, await registerPerson(test)),
    body: { password: PASSWORD },
  }),
  confirmAuthenticator: async (test) => {
    const token = await signIn(test, await registerPerson(test));
    return { token, body: { code: (await beginApp(test, token)).code() } };
  },
  removeAuthenticator: async (test) => await withTwoStep(test),
  renewRecoveryCodes: async (test) => await withTwoStep(test),
  setSecondFactor: async (test, { schoolId }) => {
    const id = schoolId ?? '';
    const secondFactorFrom = new Date(test.clock.now().getTime() + 7 * DAY_MS);
    const rule = { secondFactor: 'everybody', secondFactorDays: 7, secondFactorFrom } as const;
    await test.context.database.orm().update(schools).set(rule).where(eq(schools.id, id));
    return { params: { id }, body: { rule: 'nobody' } };
  },
  passkeyLoginOptions: async () => ({}),
  passkeyLogin: async (test) => {
    const { device } = await withPasskey(test);
    const { options } = (await test.call(passkeyRoutes.passkeyLoginOptions)).ok();
    return { body: { passkey: device.use(options) } };
  },
  secondStepOptions: async (test) => {
    const { email } = await withPasskey(test);
    const body = { user: { email, password: PASSWORD } };
    return { body: { step: (await test.call(peopleRoutes.login, { body })).error().second_step } };
  },
  confirmOptions: async () => ({}),
  newPasskeyOptions: async (test) => ({ token: await signIn(test, await registerPerson(test)) }),
  addPasskey: async (test) => {
    const token = await signIn(test, await registerPerson(test));
    const { options } = (await test.call(passkeyRoutes.newPasskeyOptions, { token })).ok();
    return { token, body: { passkey: new TestPasskey().make(options), name: 'Priya’s laptop' } };
  },
  renamePasskey: async (test) => {
    const { token, id } = await withPasskey(test);
    return { token, params: { id }, body: { name: 'The telephone' } };
  },
  removePasskey: async (test) => {
    const { token, id } = await withPasskey(test);
    return { token, params: { id } };
  },
  myProfile: async () => ({}),
  updateProfile: async () => ({ body: { user: { first_name: 'Ada', email: freshEmail() } } }),
  listSessions: async () => ({}),
  endSession: async (test, actor) => ({ params: { id: await sessionOf(test, actor) } }),
  endSessions: async () => ({}),
  resendEmailChange: async (test) => await askedEmailChange(test, freshEmail()),
  cancelEmailChange: async (test) => await askedEmailChange(test, freshEmail()),
  readEmailChange: async (test) => {
    const email = freshEmail();
    await askedEmailChange(test, email);
    return { params: { token: await mailedToken(test, email) } };
  },
  confirmEmail: async (test) => {
    const email = freshEmail();
    await askedEmailChange(test, email);
    return { params: { token: await mailedToken(test, email) } };
  },
} satisfies Examples;

/** Creates somebody with a pending change of address. */
async function askedEmailChange(test: TestApp, email: string): Promise<{ token: string }> {
  const token = await signIn(test, await registerPerson(test));
  (await test.call(peopleRoutes.updateProfile, { token, body: { user: { email } } })).ok();
  return { token };
}

async function withTwoStep(test: TestApp): Promise<CallExample> {
  const token = await signIn(test, await registerPerson(test));
  await turnTwoStepOn(test, token);
  return { token };
}

async function withPasskey(test: TestApp) {
  const email = await registerPerson(test);
  const token = await signIn(test, email);
  return { email, token, ...(await addTestPasskey(test, token)) };
}

async function sessionOf(test: TestApp, { token }: TestPerson): Promise<string> {
  const { data } = (await test.call(sessionRoutes.listSessions, { token })).ok().sessions;
  return data[0]?.id ?? '';
}
