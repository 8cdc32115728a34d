import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { createMailedToken } from '#server/data/mailed-tokens.ts';
import { deleteSchool } from '#server/data/schools.ts';
import { deleteUserByEmail, findOrCreateUser, hasUsers } from '#server/data/users.ts';

/** Whether nobody has ever had an account here. */
export async function isEmpty({ database }: AppContext): Promise<boolean> {
  return !(await hasUsers(database));
}

/** An account without a password, and the token of a link to set one, as a mail would bring it. */
export async function insertAccount(context: AppContext, email: string): Promise<string> {
  const { database, clock } = context;
  return await database.transaction(async () => {
    const user = await findOrCreateUser(database, email, clock.now());
    return await createMailedToken(context, user, 'welcome', email, MINUTE_MS);
  });
}

/** The account with its school and all that is in it. */
export async function removeAccount({ database }: AppContext, email: string): Promise<void> {
  await database.transaction(async () => {
    const user = await deleteUserByEmail(database, email);
    if (user?.schoolId) await deleteSchool(database, user.schoolId);
  });
}
