import { and, count, desc, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { apiTokens } from '#server/platform/db/schema/api.ts';

/** The queries on API tokens, except the one that each call makes: see `authenticateToken`. */

export type NewToken = typeof apiTokens.$inferInsert;
export type TokenRow = typeof apiTokens.$inferSelect;

/** A school's tokens, the newest first. */
export async function listTokens(database: Database, schoolId: string): Promise<readonly TokenRow[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(apiTokens)
      .where(eq(apiTokens.schoolId, schoolId))
      .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id)),
  );
}

/** The number of a school's tokens that have not expired. */
export async function countTokens(database: Database, schoolId: string, now: Date): Promise<number> {
  const [row] = await database
    .orm()
    .select({ tokens: count() })
    .from(apiTokens)
    .where(and(eq(apiTokens.schoolId, schoolId), gt(apiTokens.endsAt, now)));
  return row?.tokens ?? 0;
}

export async function insertToken(database: Database, token: NewToken): Promise<TokenRow> {
  return returnedRow(await database.orm().insert(apiTokens).values(token).returning());
}

/** Deletes a token; returns its name, null if there is none. */
export async function deleteToken(database: Database, schoolId: string, id: string): Promise<string | null> {
  const rows = await database
    .orm()
    .delete(apiTokens)
    .where(and(eq(apiTokens.schoolId, schoolId), eq(apiTokens.id, id)))
    .returning({ name: apiTokens.name });
  return rows[0]?.name ?? null;
}

/** Deletes the tokens of all schools that expired before a moment. */
export async function deleteEndedTokens(database: Database, before: Date): Promise<void> {
  await database.orm().delete(apiTokens).where(lt(apiTokens.endsAt, before));
}
