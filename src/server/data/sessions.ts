import { and, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { sessions } from '#server/platform/db/schema/people.ts';
import { deleteMailedTokens } from './mailed-tokens.ts';

/** The queries of who is signed in. Not within `forSchool`: the table is no school's. */

/** A session's row. */
export type Session = typeof sessions.$inferSelect;

const SESSIONS_SHOWN = 100;

export async function listSessions(context: AppContext, personId: string): Promise<readonly Session[]> {
  return await context.database
    .orm()
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, personId), gt(sessions.expiresAt, context.clock.now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(SESSIONS_SHOWN);
}

/** Ends one of a person's sessions, with the addresses of downloads; false where it is not theirs. */
export async function deleteSession(context: AppContext, personId: string, id: string): Promise<boolean> {
  const gone = await context.database
    .orm()
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, personId)))
    .returning({ id: sessions.id });
  if (gone.length > 0) await deleteMailedTokens(context, personId, ['download']);
  return gone.length > 0;
}

/** Ends a person's sessions, but for the one to keep, and all addresses of downloads, which ask for no session. */
export async function deleteSessions(context: AppContext, personId: string, keep?: string): Promise<void> {
  await context.database
    .orm()
    .delete(sessions)
    .where(and(eq(sessions.userId, personId), keep === undefined ? undefined : ne(sessions.id, keep)));
  await deleteMailedTokens(context, personId, ['download']);
}

/** Signs out everybody of a school but its owner. */
export async function deleteStaffSessions(database: Database, schoolId: string): Promise<void> {
  const orm = database.orm();
  const staff = orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), ne(users.role, 'owner')));
  await orm.delete(sessions).where(inArray(sessions.userId, staff));
}

export async function deleteExpiredSessions(database: Database, now: Date): Promise<void> {
  await database.orm().delete(sessions).where(lte(sessions.expiresAt, now));
}
