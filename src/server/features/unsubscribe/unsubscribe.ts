import type { AppContext } from '#server/context.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import {
  deleteSuppression,
  findSubscriber,
  isSuppressed,
  type Subscriber,
  setSubscribed,
} from '#server/data/subscribers.ts';
import { readToken, type SubscriberRef } from '#server/data/unsubscribe-tokens.ts';

/** Unsubscribing by the link in a mail, and undoing it. */

/**
 * Somebody who follows the link in a mail; `subscriber` is null once they were deleted from the list, and `barred` says
 * that they had left it before: the school cannot add them until they allow it.
 */
export interface Visitor {
  readonly school: School;
  readonly subscriber: Subscriber | null;
  readonly barred: boolean;
}

/** Who holds this token; null where it is none of ours, or the school is gone. */
export async function findVisitor(context: AppContext, token: string): Promise<Visitor | null> {
  const reader = await readToken(context, token);
  if (reader === null) return null;
  const { schoolId, subscriberId } = reader;
  const { database } = context;
  return await database.forSchool(schoolId, async () => {
    const school = await findSchool(database, schoolId);
    const subscriber = (await findSubscriber(database, schoolId, subscriberId)) ?? null;
    const barred = await isSuppressed(database, schoolId, subscriberId);
    return school === undefined ? null : { school, subscriber, barred };
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

async function write({ database, clock }: AppContext, reader: SubscriberRef, stay: boolean): Promise<void> {
  const { schoolId, subscriberId } = reader;
  if (stay) await deleteSuppression(database, schoolId, subscriberId);
  await setSubscribed(database, schoolId, subscriberId, stay ? null : clock.now());
}
