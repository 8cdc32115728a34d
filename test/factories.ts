import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Role } from '#contract/access.ts';
import { peopleRoutes } from '#contract/people.ts';
import { openSession } from '#server/data/sessions.ts';
import { trialEnd } from '#server/features/school/trial.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { sessions } from '#server/platform/db/schema/people.ts';
import { hashToken } from '#server/platform/http/tokens.ts';
import type { TestApp } from './app.ts';

/** People and schools for tests. Most are inserted directly; a password costs a hash and is set only on demand. */

/** A signed-in person. */
export interface TestPerson {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** A school with its owner. */
export interface TestSchool {
  readonly id: string;
  readonly owner: TestPerson;
}

/** A valid password. */
export const PASSWORD = 'Quill and 1nk';

/** A new, unique address. */
export function freshEmail(): string {
  return `person-${randomUUID()}@school.example`;
}

/** The session of most tests, begun with the password alone. */
export const A_SESSION = { remember: true, device: 'A test', way: 'password', isStrong: false } as const;

type Changes = Partial<typeof users.$inferInsert>;

/** Creates a signed-in person without a password, and without a school unless given. */
export async function createPerson(
  { context }: Pick<TestApp, 'context'>,
  changes: Changes = {},
): Promise<TestPerson> {
  const email = changes.email ?? freshEmail();
  const row = returnedRow(
    await context.database
      .orm()
      .insert(users)
      .values({ status: 'ACTIVE', createdAt: context.clock.now(), ...changes, email })
      .returning(),
  );
  return { id: row.id, email, token: await openSession(context, row.id, A_SESSION) };
}

/** Gives a person a password by its hash, which is slow to make; null removes it. */
export async function setPasswordHash(
  app: TestApp,
  personId: string,
  passwordHash: string | null,
): Promise<void> {
  await app.context.database.orm().update(users).set({ passwordHash }).where(eq(users.id, personId));
}

/** Records that a person has just proved who they are. People in tests have no password to do so. */
export async function proveAgain(
  { context }: Pick<TestApp, 'context'>,
  { token }: TestPerson,
): Promise<void> {
  await context.database
    .orm()
    .update(sessions)
    .set({ confirmedAt: context.clock.now() })
    .where(eq(sessions.tokenHash, hashToken(token)));
}

/** Creates a school on trial with its signed-in owner. */
export async function createSchool(
  app: Pick<TestApp, 'context'>,
  changes: Partial<typeof schools.$inferInsert> = {},
): Promise<TestSchool> {
  const { context } = app;
  const createdAt = context.clock.now();
  const school = returnedRow(
    await context.database
      .orm()
      .insert(schools)
      .values({
        name: 'Elm Grove Primary',
        email: 'office@elmgrove.example',
        confirmedEmail: 'office@elmgrove.example',
        phone: '020-7946-0000',
        subscriptionEndDate: trialEnd(createdAt),
        createdAt,
        ...changes,
      })
      .returning(),
  );
  return { id: school.id, owner: await createStaff(app, school.id, 'owner') };
}

/** Creates a signed-in member of a school. */
export async function createStaff(
  app: Pick<TestApp, 'context'>,
  schoolId: string,
  role: Role,
  changes: Changes = {},
): Promise<TestPerson> {
  return await createPerson(app, { schoolId, role, ...changes });
}

/** Creates an account in the real way: register, follow the mailed link, set a password. Does not log in. */
export async function registerPerson(
  app: TestApp,
  email: string = freshEmail(),
  password: string = PASSWORD,
): Promise<string> {
  (await app.call(peopleRoutes.register, { body: { user: { email } } })).ok();
  const token = await mailedToken(app, email);
  const body = { password, password_confirmation: password };
  (await app.call(peopleRoutes.changePassword, { params: { token }, body })).ok();
  return email;
}

/** Logs in and resolves to the token. */
export async function signIn(app: TestApp, email: string, password: string = PASSWORD): Promise<string> {
  return (await app.call(peopleRoutes.login, { body: { user: { email, password } } })).ok().data.token
    .auth_token;
}

/** The token of the newest invitation that was mailed to an address. */
export async function invitedToken(app: TestApp, email: string): Promise<string> {
  await app.jobs.settled();
  const token = /\/home\/([\w-]+)/.exec(app.mail.to(email).at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No invitation was sent to ${email}`);
  return token;
}

/** The token of the link in the newest mail to an address. */
export async function mailedToken(app: TestApp, email: string): Promise<string> {
  await app.jobs.settled();
  const token = /[?&]token=([\w-]+)/.exec(app.mail.to(email).at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No mail with a token was sent to ${email}`);
  return token;
}
