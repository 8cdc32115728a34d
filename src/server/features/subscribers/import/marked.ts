import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { suppress } from '#server/data/families/suppressions.ts';
import { notifyWebhooks } from '#server/data/webhooks/outbox.ts';
import { findByEmail } from '#server/features/subscribers/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  subscriberImportChanges as changes,
  subscribers,
  suppressions,
} from '#server/platform/db/schema/subscribers.ts';
import type { ImportRow } from './import-repo.ts';

/** People whom a file marks as having left: they leave the list, or are not added when later files name them. */

type ImportKey = Pick<ImportRow, 'schoolId' | 'id' | 'createdAt'>;

/** Unsubscribes them, in the import's transaction. Resolves to the ids of those who were on the list. */
export async function unsubscribeMarked(
  context: AppContext,
  { schoolId, id: importId }: ImportKey,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const { database, clock } = context;
  const rows = await database
    .orm()
    .update(subscribers)
    .set({ status: 'unsubscribed', unsubscribedAt: clock.now(), importId })
    .where(
      and(
        eq(subscribers.schoolId, schoolId),
        inArray(subscribers.email, [...emails]),
        eq(subscribers.status, 'subscribed'),
        isNull(subscribers.signedUpAt),
      ),
    )
    .returning({ id: subscribers.id, email: subscribers.email });
  const departures = rows.map((subscriber) => ({ subscriber, how: 'unsubscribed' as const }));
  await notifyWebhooks(context, schoolId, 'subscriber.left', departures);
  return new Set(rows.map(({ id }) => id));
}

/** Stores the hashes of those who are not on the list. */
export async function rememberMarked(
  database: Database,
  { schoolId, id: importId }: ImportKey,
  emails: readonly string[],
): Promise<void> {
  const stored = new Set((await findByEmail(database, schoolId, emails)).map(({ email }) => email));
  for (const email of emails)
    if (!stored.has(email)) await suppress(database, schoolId, { email, markedBy: importId });
}

/** Undoes both, except for people changed since. Call it before the import's recorded changes are deleted. */
export async function revertMarked(
  database: Database,
  { schoolId, id, createdAt }: ImportKey,
  part: number,
): Promise<void> {
  const orm = database.orm();
  await orm.execute(sql`
    update ${subscribers} as s set status = 'subscribed', unsubscribed_at = null from ${changes} c
    where c.school_id = ${schoolId} and c.import_id = ${id} and c.part = ${part} and c.has_left
      and s.id = c.subscriber_id and s.school_id = ${schoolId} and s.status = 'unsubscribed' and s.import_id = ${id}
      and (s.edited_at is null or s.edited_at < ${createdAt.toISOString()}::timestamptz)`);
  const ofImport = and(eq(suppressions.schoolId, schoolId), eq(suppressions.importId, id));
  await orm.delete(suppressions).where(ofImport);
}
