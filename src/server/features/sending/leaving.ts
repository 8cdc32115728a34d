import { and, eq } from 'drizzle-orm';
import { schools } from '#server/db/schema.ts';
import { subscribers } from '#server/db/schema-subscribers.ts';
import type { House } from '#server/house.ts';
import { type Reader, readToken } from './tokens.ts';

/** Leaving the list by a mail's link, and coming back. */

/** Somebody who follows the link in a mail; `subscriber` is null once they were deleted from the list. */
export interface Visitor {
  readonly school: typeof schools.$inferSelect;
  readonly subscriber: typeof subscribers.$inferSelect | null;
}

/** Who holds this token; null where it is none of ours, or the school is gone. */
export async function findVisitor(house: House, token: string): Promise<Visitor | null> {
  const reader = await readToken(house, token);
  if (reader === null) return null;
  const { schoolId, subscriberId } = reader;
  return await house.database.forSchool(schoolId, async () => {
    const orm = house.database.orm();
    const [school] = await orm.select().from(schools).where(eq(schools.id, schoolId));
    const [subscriber] = await orm
      .select()
      .from(subscribers)
      .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, subscriberId)));
    return school === undefined ? null : { school, subscriber: subscriber ?? null };
  });
}

/** Takes the token's holder from the list, or puts them back. Twice is fine. Null as `findVisitor`. */
export async function changeList(house: House, token: string, stay: boolean): Promise<Visitor | null> {
  const reader = await readToken(house, token);
  if (reader === null) return null;
  await house.database.forSchool(reader.schoolId, () => write(house, reader, stay));
  return await findVisitor(house, token);
}

async function write(
  { database, clock }: House,
  { schoolId, subscriberId }: Reader,
  stay: boolean,
): Promise<void> {
  const to = stay
    ? ({ status: 'subscribed', unsubscribedAt: null } as const)
    : ({ status: 'unsubscribed', unsubscribedAt: clock.now() } as const);
  await database
    .orm()
    .update(subscribers)
    .set(to)
    .where(
      and(
        eq(subscribers.schoolId, schoolId),
        eq(subscribers.id, subscriberId),
        // The first time counts.
        eq(subscribers.status, stay ? 'unsubscribed' : 'subscribed'),
      ),
    );
}
