import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { suppressions } from '#server/platform/db/schema/subscribers.ts';

/** Addresses that unsubscribed and were deleted: only the person can bring them back. */

/** Which of these addresses are suppressed: they unsubscribed and were then deleted. */
export async function findSuppressed(
  database: Database,
  schoolId: string,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const byHash = new Map(emails.map((email) => [hashOf(schoolId, email), email]));
  const rows = await database
    .orm()
    .select({ hash: suppressions.emailHash })
    .from(suppressions)
    .where(and(eq(suppressions.schoolId, schoolId), inArray(suppressions.emailHash, [...byHash.keys()])));
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash) ?? []));
}

interface Suppressed {
  readonly email: string;
  readonly id?: string;
  readonly markedBy?: string;
}

/**
 * Suppresses an address, storing only its hash. `id` is the deleted subscriber's: the unsubscribe link in their mails
 * contains it, so only they can lift the suppression. `markedBy`: the import whose file says that they left.
 */
export async function suppress(
  database: Database,
  schoolId: string,
  { email, id, markedBy }: Suppressed,
): Promise<void> {
  await database
    .orm()
    .insert(suppressions)
    .values({
      schoolId,
      importId: markedBy,
      emailHash: hashOf(schoolId, email),
      ...(id !== undefined && { id }),
    })
    .onConflictDoNothing();
}

/** Lets an address back onto the list, because the reader of its mail asked for it. */
export async function liftSuppression(database: Database, schoolId: string, email: string): Promise<void> {
  await database
    .orm()
    .delete(suppressions)
    .where(and(eq(suppressions.schoolId, schoolId), eq(suppressions.emailHash, hashOf(schoolId, email))));
}

function hashOf(schoolId: string, email: string): string {
  return createHash('sha256').update(`${schoolId} ${email}`).digest('hex');
}
