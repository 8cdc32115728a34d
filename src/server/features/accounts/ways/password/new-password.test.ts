import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { peopleRoutes } from '#contract/people.ts';
import { findUserByEmail, updateUser } from '#server/data/users.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { LIMITS } from '#server/platform/http/attempts.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, freshEmail, mailedToken, PASSWORD, registerPerson, signIn } from '#test/factories.ts';
import { hashPassword } from './passwords.ts';

const { changePassword, forgotPassword, register, updatePassword } = peopleRoutes;
const guessable = 'This password is easy to guess.';
const instead = 'Try three or four words that do not belong together, with a capital letter and a number';
const own = `This password is easy to guess from your name, email address or school. ${instead}`;
const both = (password: string) => ({ password, password_confirmation: password });

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

/** Priya Nair of Elm Grove Primary, signed in. */
async function createPriya() {
  const school = await createSchool(test, { name: 'Elm Grove Primary' });
  const email = await registerPerson(test, `p.${freshEmail()}`);
  const named = { firstName: 'Priya', lastName: 'Nair', schoolId: school.id, role: 'editor' } as const;
  await test.context.database.orm().update(users).set(named).where(eq(users.email, email));
  return { email, token: await signIn(test, email) };
}

async function refusalOf(token: string, password: string) {
  const body = { existing_password: PASSWORD, password, confirm_password: password };
  const refused = await test.call(updatePassword, { token, body });
  expect(refused.status).toBe(400);
  return refused.error().errors?.password?.[0];
}

describe('a password that is easy to guess', () => {
  it('is refused in the settings with advice; the current one stays', async () => {
    const { email, token } = await createPriya();
    expect(await refusalOf(token, 'Password1')).toBe(
      `${guessable} This is a commonly used password. ${instead}`,
    );
    await signIn(test, email);
  });

  it('is refused by a mailed link, which stays valid', async () => {
    const email = freshEmail();
    await test.call(register, { body: { user: { email } } });
    const params = { token: await mailedToken(test, email) };
    const refused = await test.call(changePassword, { params, body: both('Password1') });
    expect(refused.status).toBe(400);
    expect(refused.error().errors?.password?.[0]).toContain(instead);
    (await test.call(changePassword, { params, body: both(PASSWORD) })).ok();
  });

  it.each([
    'PriyaNair2026',
    'Pr1ya N4ir!',
    'ElmGrovePrimary1',
    'Elmgrove2026!',
    'Inkwell2026',
    'Inkwell-school-1',
    'Inkwell!Newsletter1',
    'Priya_School_2026',
  ])(
    'is refused when it is made of the person’s, the school’s or the product’s name: %s',
    async (password) => {
      const { token } = await createPriya();
      expect(await refusalOf(token, password)).toBe(own);
    },
  );

  it('is refused when it is made of the person’s address, also by a link', async () => {
    const email = 'marigold.featherstone@hollybush.example';
    await registerPerson(test, email);
    await test.call(forgotPassword, { body: { email } });
    const params = { token: await mailedToken(test, email) };
    for (const password of ['Marigold-Featherstone1', 'Hollybush2026'])
      expect((await test.call(changePassword, { params, body: both(password) })).error().errors).toEqual({
        password: [own],
      });
  });

  it('gets the errors of the form’s own rules first', async () => {
    const { token } = await createPriya();
    expect(await refusalOf(token, 'Priya1')).toBe(FIELD_MESSAGES.passwordShort);
    expect(await refusalOf(token, 'priyanair')).toBe(FIELD_MESSAGES.passwordPattern);
    expect(await refusalOf(token, `Aa1${'x'.repeat(48)}`)).toBe(FIELD_MESSAGES.passwordLong);
  });
});

it('allows a good password, even with the person’s name in it', async () => {
  const { email, token } = await createPriya();
  const password = 'priya turnip Lantern 7 gusty';
  (await test.call(updatePassword, { token, body: { existing_password: PASSWORD, password } })).ok();
  await signIn(test, email, password);
});

it('allows a limited number of attempts', async () => {
  const { token } = await createPriya();
  // The sign-up was the first attempt.
  for (let at = 1; at < LIMITS.newPassword.max; at += 1) await refusalOf(token, 'Password1');
  const body = { existing_password: PASSWORD, password: `${PASSWORD} 2` };
  expect((await test.call(updatePassword, { token, body })).status).toBe(429);
});

it('keeps older passwords working', async () => {
  const email = await registerPerson(test);
  const person = await findUserByEmail(test.context.database, email);
  await updateUser(test.context.database, person?.id ?? '', {
    passwordHash: await hashPassword('Password1'),
  });
  await signIn(test, email, 'Password1');
});
