import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { mailedTokens } from '#server/platform/db/schema/people.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { newToken } from '#server/platform/http/sessions.ts';
import type { DemoSubscriber } from './subscribers.ts';

const MINUTE_MS = 60_000;

/** Whether nobody has ever had an account here. */
export async function isEmpty({ database }: AppContext): Promise<boolean> {
  return (await database.orm().select({ id: users.id }).from(users).limit(1)).length === 0;
}

/** An account without a password, and the token of a link to set one, as a mail would bring it. */
export async function insertAccount({ database, clock }: AppContext, email: string): Promise<string> {
  const { token, hash } = newToken();
  const expiresAt = new Date(clock.now().getTime() + MINUTE_MS);
  await database.transaction(async () => {
    const [user] = await database.orm().insert(users).values({ email, status: 'INACTIVE' }).returning();
    if (user === undefined) throw new Error('An insert returns its row');
    await database
      .orm()
      .insert(mailedTokens)
      .values({ userId: user.id, kind: 'welcome', tokenHash: hash, email, expiresAt });
  });
  return token;
}

export async function insertSubscribers(
  { database }: AppContext,
  schoolId: string,
  people: readonly DemoSubscriber[],
): Promise<void> {
  await database.forSchool(schoolId, async () => {
    await database
      .orm()
      .insert(subscribers)
      .values(people.map((person) => ({ ...person, schoolId })));
  });
}

/** The account with its school and all that is in it. */
export async function removeAccount({ database }: AppContext, email: string): Promise<void> {
  await database.transaction(async () => {
    const [user] = await database.orm().delete(users).where(eq(users.email, email)).returning();
    if (user?.schoolId) await database.orm().delete(schools).where(eq(schools.id, user.schoolId));
  });
}
