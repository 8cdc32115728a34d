import { and, eq, gt, sql } from 'drizzle-orm';
import { TOKEN_CALLS } from '#contract/api/scopes.ts';
import { numericDateIn } from '#newsletter/values/dates.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { JUMP_MS } from '#server/platform/clock.ts';
import { DiskFull, namedError } from '#server/platform/db/errors.ts';
import { apiTokens } from '#server/platform/db/schema/api.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import type { AuthenticatedToken } from '#server/platform/http/api-token.ts';
import { hashToken } from '#server/platform/http/tokens.ts';

/** Authenticates API tokens. Do not use within `forSchool`: the token decides the school. */

const WINDOW_MS = TOKEN_CALLS.windowSeconds * SECOND_MS;

/**
 * Finds the school of a token, and counts the call. The caller is the owner who made the token, in that role: a person
 * who is no longer the owner loses the token's rights, too. Null if the token is invalid or has expired.
 */
export async function authenticateToken(
  context: AppContext,
  token: string,
): Promise<AuthenticatedToken | null> {
  const now = context.clock.now();
  const [row] = await context.database
    .orm()
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      personId: users.id,
      schoolId: apiTokens.schoolId,
      planStatus: schools.subscriptionStatus,
      planEnd: schools.subscriptionEndDate,
      closesAt: schools.closesAt,
      suspendedFor: schools.suspendedFor,
      timeZone: schools.timeZone,
    })
    .from(apiTokens)
    .innerJoin(schools, eq(schools.id, apiTokens.schoolId))
    .innerJoin(users, and(eq(users.id, apiTokens.madeBy), eq(users.schoolId, apiTokens.schoolId)))
    .where(
      and(
        eq(apiTokens.tokenHash, hashToken(token)),
        gt(apiTokens.endsAt, now),
        eq(users.role, 'owner'),
        eq(users.status, 'ACTIVE'),
      ),
    );
  if (row === undefined) return null;
  const { id, name, scopes, personId, schoolId, planStatus: status, planEnd: endsAt } = row;
  return {
    caller: { sessionId: id, personId, schoolId, role: 'owner', tokenName: name },
    needChangePassword: false,
    // A session that had shown a second factor made the token, which is no session itself.
    secondFactorDue: false,
    isStrong: true,
    // No call that asks the person to confirm who they are accepts tokens.
    confirmedAt: now,
    plan: { status, endsAt },
    closesOn: row.closesAt === null ? null : numericDateIn(row.timeZone, row.closesAt),
    suspendedFor: row.suspendedFor,
    scopes,
    calls: await countCall(context, id, now),
  };
}

/** Counts a call. One statement, so that parallel calls all count. */
async function countCall(context: AppContext, id: string, now: Date): Promise<AuthenticatedToken['calls']> {
  const moment = (ms: number) => sql`${new Date(now.getTime() + ms).toISOString()}::timestamptz`;
  // A later window was opened while the clock was ahead.
  const isWithin = sql`${apiTokens.windowStart} > ${moment(-WINDOW_MS)} and ${apiTokens.windowStart} <= ${moment(JUMP_MS)}`;
  const isOver = sql`(${isWithin}) is not true`;
  const counting = context.database
    .orm()
    .update(apiTokens)
    .set({
      lastUsedAt: now,
      useCount: sql`${apiTokens.useCount} + 1`,
      windowStart: sql`case when ${isOver} then ${moment(0)} else ${apiTokens.windowStart} end`,
      windowCount: sql`case when ${isOver} then 1 else ${apiTokens.windowCount} + 1 end`,
    })
    .where(eq(apiTokens.id, id))
    .returning({ start: apiTokens.windowStart, count: apiTokens.windowCount });
  // Counting must not fail a call that only reads.
  const [counted] = await counting.catch((error: unknown) => {
    if (namedError(error) instanceof DiskFull) return [];
    throw error;
  });
  const { start, count } = counted ?? { start: now, count: 1 };
  const remaining = (start ?? now).getTime() + WINDOW_MS - now.getTime();
  return { count, resetsIn: Math.max(1, Math.ceil(remaining / SECOND_MS)) };
}
