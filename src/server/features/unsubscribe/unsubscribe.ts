import { and, eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { type Reader, readToken } from '#server/data/unsubscribe-tokens.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { subscribers, suppressions } from '#server/platform/db/schema/subscribers.ts';

/** Unsubscribing by the link in a mail, and undoing it. */

/**
 * Somebody who follows the link in a mail; `subscriber` is null once they were deleted from the list, and `barred` says
 * that they had left it before: the school cannot add them until they allow it.
 */
export interface Visitor {
  readonly school: typeof schools.$inferSelect;
  readonly subscriber: typeof subscribers.$inferSelect | null;
  readonly barred: boolean;
}

/** Who holds this token; null where it is none of ours, or the school is gone. */
export async function findVisitor(context: AppContext, token: string): Promise<Visitor | null> {
  const reader = await readToken(context, token);
  if (reader === null) return null;
  const { schoolId, subscriberId } = reader;
  return await context.database.forSchool(schoolId, async () => {
    const orm = context.database.orm();
    const [school] = await orm.select().from(schools).where(eq(schools.id, schoolId));
    const [subscriber] = await orm
      .select()
      .from(subscribers)
      .where(and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, subscriberId)));
    const bars = await orm.select({ id: suppressions.id }).from(suppressions).where(barOf(reader));
    return school === undefined ? null : { school, subscriber: subscriber ?? null, barred: bars.length > 0 };
  });
}

/**
 * Takes the token's holder from the list, or puts them back; who was deleted meanwhile may be added again. Twice is fine.
 * Null as `findVisitor`.
 */
export async function changeList(context: AppContext, token: string, stay: boolean): Promise<Visitor | null> {
  const reader = await readToken(context, token);
  if (reader === null) return null;
  await context.database.forSchool(reader.schoolId, () => write(context, reader, stay));
  return await findVisitor(context, token);
}

// What is kept of who had left and was deleted has the id that their link carries.
function barOf({ schoolId, subscriberId }: Reader) {
  return and(eq(suppressions.schoolId, schoolId), eq(suppressions.id, subscriberId));
}

async function write({ database, clock }: AppContext, reader: Reader, stay: boolean): Promise<void> {
  const { schoolId, subscriberId } = reader;
  if (stay) await database.orm().delete(suppressions).where(barOf(reader));
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
