import { and, desc, eq, isNull, lte, ne } from 'drizzle-orm';
import type { Subscriber } from '#server/data/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { deliveries, deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { addressChanges } from '#server/platform/db/schema/families.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { isOfToken } from './by-token.ts';

/** The queries of readers' choices. */

/** A change of a subscriber's own address. */
export type AddressChange = typeof addressChanges.$inferSelect;
type Key = Pick<AddressChange, 'schoolId' | 'id'>;

const own = ({ schoolId, id }: Key) => and(eq(addressChanges.schoolId, schoolId), eq(addressChanges.id, id));

/** Call it within `forSchool`, like all others of this file that take a school. */
export async function insertAddressChange(
  database: Database,
  row: Omit<typeof addressChanges.$inferInsert, 'id'>,
): Promise<string> {
  const inserted = returnedRow(
    await database.orm().insert(addressChanges).values(row).returning({ id: addressChanges.id }),
  );
  return inserted.id;
}

export async function findMove(database: Database, key: Key): Promise<AddressChange | null> {
  const [row] = await database.orm().select().from(addressChanges).where(own(key));
  return row ?? null;
}

/** Finds and locks a change until the transaction ends. */
export async function lockMove(database: Database, key: Key): Promise<AddressChange | null> {
  const [row] = await database.orm().select().from(addressChanges).where(own(key)).for('update');
  return row ?? null;
}

/** The change that a link belongs to. The query covers all schools: the token is the key. */
export async function findMoveByToken(
  database: Database,
  token: string,
  purpose: 'confirm' | 'undo',
): Promise<AddressChange | null> {
  const column = purpose === 'confirm' ? addressChanges.confirmHash : addressChanges.undoHash;
  const [row] = await database.orm().select().from(addressChanges).where(isOfToken(column, token));
  return row ?? null;
}

export async function changeMove(
  database: Database,
  key: Key,
  changes: Partial<
    Pick<AddressChange, 'confirmHash' | 'undoHash' | 'confirmedAt' | 'undoneAt' | 'expiresAt'>
  >,
): Promise<void> {
  await database.orm().update(addressChanges).set(changes).where(own(key));
}

/** Deletes a subscriber's other changes that are not confirmed. */
export async function deleteOtherMoves(
  database: Database,
  { schoolId, id, subscriberId }: Pick<AddressChange, 'schoolId' | 'id' | 'subscriberId'>,
): Promise<void> {
  await database
    .orm()
    .delete(addressChanges)
    .where(
      and(
        eq(addressChanges.schoolId, schoolId),
        eq(addressChanges.subscriberId, subscriberId),
        ne(addressChanges.id, id),
        isNull(addressChanges.confirmedAt),
      ),
    );
}

export async function deleteExpiredMoves(database: Database, now: Date): Promise<void> {
  await database.orm().delete(addressChanges).where(lte(addressChanges.expiresAt, now));
}

const ownReader = ({ schoolId, id }: Pick<Subscriber, 'schoolId' | 'id'>) =>
  and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, id));

/** Finds and locks a subscriber until the transaction ends. */
export async function lockReader(
  database: Database,
  reader: Pick<Subscriber, 'schoolId' | 'id'>,
): Promise<Subscriber | null> {
  const [row] = await database.orm().select().from(subscribers).where(ownReader(reader)).for('update');
  return row ?? null;
}

export async function deleteReader(
  database: Database,
  reader: Pick<Subscriber, 'schoolId' | 'id'>,
): Promise<void> {
  await database.orm().delete(subscribers).where(ownReader(reader));
}

/** The subjects and times of the mails that a subscriber got, the latest first. */
export async function listMailed(
  database: Database,
  { schoolId, id }: Pick<Subscriber, 'schoolId' | 'id'>,
  limit: number,
) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ subject: deliveries.subject, at: deliveryRecipients.endedAt })
      .from(deliveryRecipients)
      .innerJoin(deliveries, eq(deliveries.id, deliveryRecipients.deliveryId))
      .where(
        and(
          eq(deliveryRecipients.schoolId, schoolId),
          eq(deliveryRecipients.subscriberId, id),
          eq(deliveryRecipients.state, 'sent'),
        ),
      )
      .orderBy(desc(deliveryRecipients.endedAt), desc(deliveryRecipients.id))
      .limit(limit),
  );
}
