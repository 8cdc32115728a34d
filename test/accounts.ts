import { providerRoutes } from '#contract/sign-in/providers.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { TestApp } from './app.ts';
import { createPerson, createSchool, createStaff, freshEmail } from './factories.ts';
import { TestProvider } from './open-id-provider.ts';
import { addTestPasskey } from './passkeys.ts';
import { connect } from './provider-visits.ts';
import { turnTwoStepOn } from './two-step.ts';

/** Makes an account; the hash is of the usual password. The app has a provider, `google`. */
type MakeAccount = (test: TestApp, passwordHash: string) => Promise<{ readonly email: string }>;

/** Every kind of account that an answer might reveal, by what its person has. */
export const ACCOUNTS: Readonly<Record<string, MakeAccount>> = {
  'a password': (test, passwordHash) => createPerson(test, { passwordHash }),
  'no password': (test) => createPerson(test, { passwordHash: null }),
  'not chosen a password yet': (test) => createPerson(test, { passwordHash: null, status: 'INACTIVE' }),
  'an authenticator app': async (test, passwordHash) => {
    const person = await createPerson(test, { passwordHash });
    await turnTwoStepOn(test, person.token);
    return person;
  },
  'a passkey': async (test, passwordHash) => {
    const person = await createPerson(test, { passwordHash });
    await addTestPasskey(test, person.token);
    return person;
  },
  'an account at a provider': async (test, passwordHash) => {
    const person = await createPerson(test, { passwordHash });
    await connect(test, TestProvider.of(test.context), person.email);
    return person;
  },
  'a school that asks for a provider': async (test, passwordHash) => {
    const { id, owner } = await createSchool(test);
    const rule = { provider: 'google', domain: 'oakfield.example' };
    const token = owner.token;
    (await test.call(providerRoutes.setProviderRule, { token, params: { id }, body: { rule } })).ok();
    const email = freshEmail().replace('school.example', 'oakfield.example');
    return await createStaff(test, id, 'editor', { passwordHash, email });
  },
  'a closed school': async (test, passwordHash) => {
    const { id } = await createSchool(test, { closesAt: new Date(test.clock.now().getTime() + DAY_MS) });
    return await createStaff(test, id, 'editor', { passwordHash });
  },
};
