import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { createMailedToken } from '#server/data/mailed-tokens.ts';
import { deleteSchool } from '#server/data/schools.ts';
import { deleteUserByEmail, findOrCreateUser, findUserByEmail, hasUsers } from '#server/data/users.ts';

/** Whether the database has no users. */
export async function isEmpty({ database }: AppContext): Promise<boolean> {
  return !(await hasUsers(database));
}

/** Creates an account without a password; resolves to the token of a link to set one. */
export async function insertAccount(context: AppContext, email: string): Promise<string> {
  const { database, clock } = context;
  return await database.transaction(async () => {
    const user = await findOrCreateUser(database, email, clock.now());
    return await createMailedToken(context, user, 'welcome', email, MINUTE_MS);
  });
}

/** The password hash of an account; null without the account or a password. */
export async function findPasswordHash({ database }: AppContext, email: string): Promise<string | null> {
  return (await findUserByEmail(database, email))?.passwordHash ?? null;
}

/** Deletes the account and its school with all data. */
export async function removeAccount({ database }: AppContext, email: string): Promise<void> {
  await database.transaction(async () => {
    const user = await deleteUserByEmail(database, email);
    if (user?.schoolId) await deleteSchool(database, user.schoolId);
  });
}
