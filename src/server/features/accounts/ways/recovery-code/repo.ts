import { and, count, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { recoveryCodes } from '#server/platform/db/schema/people.ts';
import { hashToken } from '#server/platform/http/tokens.ts';
import { grouped, newRecoveryCodes } from './recovery-codes.ts';

/** The queries of recovery codes. Do not use within `forSchool`: the table belongs to no school. */

/** Replaces a person's recovery codes; returns the new ones as people see them. */
export async function giveRecoveryCodes(database: Database, personId: string): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  const orm = database.orm();
  await orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, personId));
  await orm
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId: personId, codeHash: hashToken(code) })));
  return codes.map(grouped);
}

/** Uses up a recovery code. False if it is unknown or used. */
export async function takeRecoveryCode(
  database: Database,
  personId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const taken = await database
    .orm()
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, personId),
        eq(recoveryCodes.codeHash, hashToken(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}

/** The number of unused recovery codes. */
export async function countRecoveryCodes(database: Database, personId: string): Promise<number> {
  const [row] = await database
    .orm()
    .select({ codesLeft: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, personId), isNull(recoveryCodes.usedAt)));
  return row?.codesLeft ?? 0;
}
