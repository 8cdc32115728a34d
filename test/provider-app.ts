import { afterAll, beforeAll, beforeEach } from 'vitest';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import type { TestApp } from './app.ts';
import { createPerson, PASSWORD, type TestPerson } from './factories.ts';
import type { TestProvider } from './open-id-provider.ts';
import { buildTestAppWithProviders, connect, type TestAppWithProviders } from './provider-visits.ts';

/** A server with two providers for all tests of a file, and people with passwords. */

export let google: TestProvider;
export let county: TestProvider;
export let test: TestApp;
export let passwordHash: string;

export const personWithPassword = (changes: object = {}) => createPerson(test, { passwordHash, ...changes });

/** A person with a connected identity. */
export async function connected(changes: object = {}): Promise<TestPerson> {
  const person = await personWithPassword(changes);
  await connect(test, google, person.email);
  return person;
}

/** Starts the server and both providers, which do nothing wrong at the start of a test. */
export function signInAtProviders(): void {
  let close: TestAppWithProviders['close'];
  beforeAll(async () => {
    ({ test, google, county, close } = await buildTestAppWithProviders());
    passwordHash = await hashPassword(PASSWORD);
  });
  afterAll(() => close());
  beforeEach(() => {
    for (const each of [google, county]) {
      each.wrong = {};
      each.isDenied = false;
    }
  });
}
