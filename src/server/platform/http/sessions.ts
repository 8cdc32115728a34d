import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import { SESSION_LIFE } from '#contract/people.ts';
import type { SubscriptionStatus } from '#contract/school.ts';
import { numericDateIn } from '#newsletter/values/dates.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { DiskFull, namedError } from '#server/platform/db/errors.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { sessions } from '#server/platform/db/schema/people.ts';
import type { Caller } from './handle.ts';

/** Sessions and the other opaque tokens: random, and kept only as their SHA-256. See docs/decisions/004. */

const TOKEN_BYTES = 32;
// How exactly a session's last use is known; finer would mean a write a call.
const USE_STEP_MS = MINUTE_MS;
const DEVICE_MAX = 200;

/** A token of 256 random bits for its holder, and the hash under which it is found again. */
export function newToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** The SHA-256 of a token, in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token of an `Authorization` header: `Bearer x`, or bare as older clients send it. Null where there is none. */
export function tokenOf(header: string | undefined): string | null {
  const token = header?.replace(/^bearer +/i, '').trim();
  return token || null;
}

/** Who calls, and what else decides about the call. */
export interface Visit {
  readonly caller: Caller;
  readonly needChangePassword: boolean;
  /** Null without a school. */
  readonly plan: { readonly status: SubscriptionStatus; readonly endsAt: Date | null } | null;
  /** The day on which the caller's school will be deleted, DD/MM/YYYY; null while it is open. */
  readonly closesOn: string | null;
}

/** The visit that a token stands for, as the database has it at this moment; null for one that is not good. */
export async function findVisit(context: AppContext, token: string): Promise<Visit | null> {
  const now = context.clock.now();
  const [row] = await context.database
    .orm()
    .select({
      sessionId: sessions.id,
      remember: sessions.remember,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      personId: users.id,
      schoolId: users.schoolId,
      role: users.role,
      needChangePassword: users.needChangePassword,
      planStatus: schools.subscriptionStatus,
      planEnd: schools.subscriptionEndDate,
      closesAt: schools.closesAt,
      timeZone: schools.timeZone,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(schools, eq(schools.id, users.schoolId))
    .where(
      and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now), eq(users.status, 'ACTIVE')),
    );
  if (row === undefined) return null;
  const { sessionId, personId, schoolId, role, needChangePassword } = row;
  await recordUse(context, row, now).catch(unlessDiskFull);
  const plan = row.planStatus === null ? null : { status: row.planStatus, endsAt: row.planEnd };
  const closesOn = row.closesAt === null ? null : numericDateIn(row.timeZone ?? 'UTC', row.closesAt);
  return { caller: { sessionId, personId, schoolId, role }, needChangePassword, plan, closesOn };
}

// When a session was last used is not worth refusing a call that only reads.
function unlessDiskFull(error: unknown): void {
  if (!(namedError(error) instanceof DiskFull)) throw error;
}

async function recordUse(
  context: AppContext,
  session: { sessionId: string; remember: boolean; createdAt: Date; lastUsedAt: Date },
  now: Date,
): Promise<void> {
  const due = new Date(now.getTime() - USE_STEP_MS);
  if (session.lastUsedAt >= due) return;
  const longest = session.createdAt.getTime() + SESSION_LIFE.longest;
  const expiresAt = new Date(Math.min(now.getTime() + SESSION_LIFE.remembered, longest));
  const extended = session.remember ? { expiresAt } : {};
  await context.database
    .orm()
    .update(sessions)
    .set({ lastUsedAt: now, ...extended })
    .where(and(eq(sessions.id, session.sessionId), lt(sessions.lastUsedAt, due)));
}

/** Signs a person in on a device. The token is returned once and stored nowhere. */
export async function openSession(
  context: AppContext,
  personId: string,
  remember: boolean,
  device: string,
): Promise<string> {
  const now = context.clock.now();
  const { token, hash } = newToken();
  const life = remember ? SESSION_LIFE.remembered : SESSION_LIFE.plain;
  await context.database
    .orm()
    .insert(sessions)
    .values({
      userId: personId,
      tokenHash: hash,
      remember,
      device: device.slice(0, DEVICE_MAX),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + life),
    });
  return token;
}
