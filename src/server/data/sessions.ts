import { and, desc, eq, gt, inArray, lt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { Role } from '#contract/access.ts';
import { SESSION_LIFETIME } from '#contract/people.ts';
import { type SecondFactorRule, secondFactorDueAt } from '#contract/rules/second-factor.ts';
import { WAYS_ELSEWHERE } from '#contract/sign-in/ways.ts';
import { numericDateIn } from '#newsletter/values/dates.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { DiskFull, namedError } from '#server/platform/db/errors.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { secondSteps, sessions, trustedDevices } from '#server/platform/db/schema/people.ts';
import type { AuthenticatedCaller } from '#server/platform/http/handle.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';
import { noteAccount } from '#server/platform/http/uncaught.ts';
import { deleteMailedTokens } from './mailed-tokens.ts';

/** The queries on sessions. Do not use within `forSchool`: the table belongs to no school. */

export type SessionRow = typeof sessions.$inferSelect;

const SESSIONS_SHOWN = 100;
// Avoids a write for every call.
const LAST_USE_PRECISION_MS = MINUTE_MS;
/** The most characters of a `User-Agent` header that are stored. */
export const DEVICE_MAX = 200;
const PLACE_MAX = 200;

const strengthColumns = {
  role: users.role,
  isStrong: sessions.isStrong,
  personAskedFrom: users.secondFactorFrom,
  secondFactor: schools.secondFactor,
  secondFactorFrom: schools.secondFactorFrom,
} as const;

/** Whether the school already requires a second factor that the session has not shown. */
function isSecondFactorDue(
  row: Pick<SessionRow, 'isStrong'> & {
    readonly role: Role | null;
    readonly personAskedFrom: Date | null;
    readonly secondFactor: SecondFactorRule | null;
    readonly secondFactorFrom: Date | null;
  },
  now: Date,
): boolean {
  if (row.isStrong) return false;
  const dueAt = secondFactorDueAt(row, { role: row.role, secondFactorFrom: row.personAskedFrom });
  return dueAt !== null && dueAt <= now;
}

const NEVER = new Date(0);

/** Whether opening the session proved who the person is: a provider may let weeks pass unasked, and a trusted computer needs no code. */
function provesPerson({ way, secondStep }: Pick<SessionRow, 'way' | 'secondStep'>): boolean {
  return !WAYS_ELSEWHERE.includes(way) && secondStep !== 'trusted';
}

/** Finds the caller of a session token in the database; null if the token is invalid or expired. */
export async function authenticate(context: AppContext, token: string): Promise<AuthenticatedCaller | null> {
  const now = context.clock.now();
  const [row] = await context.database
    .orm()
    .select({
      sessionId: sessions.id,
      remember: sessions.remember,
      confirmedAt: sessions.confirmedAt,
      way: sessions.way,
      secondStep: sessions.secondStep,
      ...strengthColumns,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      personId: users.id,
      schoolId: users.schoolId,
      needChangePassword: users.needChangePassword,
      planStatus: schools.subscriptionStatus,
      planEnd: schools.subscriptionEndDate,
      closesAt: schools.closesAt,
      suspendedFor: schools.suspendedFor,
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
  await recordLastUse(context, row, now).catch(ignoreDiskFull);
  const plan = row.planStatus === null ? null : { status: row.planStatus, endsAt: row.planEnd };
  const closesOn = row.closesAt === null ? null : numericDateIn(row.timeZone ?? 'UTC', row.closesAt);
  return {
    caller: { sessionId, personId, schoolId, role },
    needChangePassword,
    confirmedAt: row.confirmedAt ?? (provesPerson(row) ? row.createdAt : NEVER),
    isStrong: row.isStrong,
    secondFactorDue: isSecondFactorDue(row, now),
    plan,
    closesOn,
    suspendedFor: row.suspendedFor,
  };
}

/**
 * Those of these sessions that may still read what belongs to a school, with school and role, in one query. The
 * sessions of a closed school's staff may not.
 */
export async function listAdmitted(
  { database, clock }: AppContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly schoolId: string | null; readonly role: Role | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .orm()
    .select({ id: sessions.id, schoolId: users.schoolId, closesAt: schools.closesAt, ...strengthColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(schools, eq(schools.id, users.schoolId))
    .where(
      and(
        inArray(sessions.id, [...ids]),
        gt(sessions.expiresAt, clock.now()),
        eq(users.status, 'ACTIVE'),
        eq(users.needChangePassword, false),
      ),
    );
  const now = clock.now();
  const admitted = rows.filter(
    (row) => (row.closesAt === null || row.role === 'owner') && !isSecondFactorDue(row, now),
  );
  return new Map(admitted.map(({ id, schoolId, role }) => [id, { schoolId, role }]));
}

// Recording the last use must not fail a call that only reads.
function ignoreDiskFull(error: unknown): void {
  if (!(namedError(error) instanceof DiskFull)) throw error;
}

async function recordLastUse(
  context: AppContext,
  session: { sessionId: string; createdAt: Date } & Pick<SessionRow, 'remember' | 'lastUsedAt' | 'way'>,
  now: Date,
): Promise<void> {
  const due = new Date(now.getTime() - LAST_USE_PRECISION_MS);
  if (session.lastUsedAt >= due) return;
  const { byProvider, longest: byAll } = SESSION_LIFETIME;
  const longest = session.createdAt.getTime() + (WAYS_ELSEWHERE.includes(session.way) ? byProvider : byAll);
  const expiresAt = new Date(Math.min(now.getTime() + SESSION_LIFETIME.remembered, longest));
  const extended = session.remember ? { expiresAt } : {};
  await context.database
    .orm()
    .update(sessions)
    .set({ lastUsedAt: now, ...extended })
    .where(and(eq(sessions.id, session.sessionId), lt(sessions.lastUsedAt, due)));
}

/** The way in which a session is opened. */
export interface Opening {
  /** Selects the longer lifetime. */
  readonly remember: boolean;
  /** The `User-Agent` header. */
  readonly device: string;
  /** Used for the place only, and not stored. */
  readonly ip?: string | undefined;
  readonly way: SessionRow['way'];
  /** The name of the provider, for the way `provider`. */
  readonly provider?: string;
  /** The step after the password; `none` if left out. */
  readonly secondStep?: SessionRow['secondStep'];
  /** Whether a second factor was shown: a code, a trusted computer, a passkey that verified the person, or a provider. */
  readonly isStrong: boolean;
}

/** Creates a session and returns its token, which is not stored. */
export async function openSession(
  { clock, database, places }: AppContext,
  personId: string,
  { remember, device, ip, way, provider, secondStep, isStrong }: Opening,
): Promise<string> {
  noteAccount(personId);
  const now = clock.now();
  const { token, hash } = newToken();
  const { remembered, plain, byProvider } = SESSION_LIFETIME;
  const life = !remember ? plain : WAYS_ELSEWHERE.includes(way) ? byProvider : remembered;
  const orm = database.orm();
  const opened = orm.$with('opened').as(
    orm
      .insert(sessions)
      .values({
        userId: personId,
        tokenHash: hash,
        remember,
        device: device.slice(0, DEVICE_MAX),
        way,
        provider,
        secondStep,
        isStrong,
        place: ip === undefined ? '' : places.of(ip).slice(0, PLACE_MAX),
        createdAt: now,
        lastUsedAt: now,
        expiresAt: new Date(now.getTime() + life),
      })
      .returning({ userId: sessions.userId }),
  );
  const lastWay = provider ?? way;
  // One statement, so that logging in needs no extra one.
  await orm
    .with(opened)
    .update(users)
    .set({ lastWay })
    .where(and(eq(users.id, personId), sql`${users.lastWay} is distinct from ${lastWay}`));
  return token;
}

/** Whether a session has shown a second factor. */
export async function isStrongSession(database: Database, id: string): Promise<boolean> {
  const [row] = await database
    .orm()
    .select({ isStrong: sessions.isStrong })
    .from(sessions)
    .where(eq(sessions.id, id));
  return row?.isStrong ?? false;
}

/** Records that the person has proved again who they are; with a second factor the session is strong from now on. */
export async function confirmSession(
  { clock, database }: AppContext,
  id: string,
  withSecondFactor: boolean,
): Promise<void> {
  await database
    .orm()
    .update(sessions)
    .set({ confirmedAt: clock.now(), ...(withSecondFactor && { isStrong: true }) })
    .where(eq(sessions.id, id));
}

/** Marks sessions as weak after the last second factor was removed. Those of a provider stay strong. */
export async function weakenSessions(database: Database, personId: string): Promise<void> {
  await database
    .orm()
    .update(sessions)
    .set({ isStrong: false })
    .where(and(eq(sessions.userId, personId), notInArray(sessions.way, [...WAYS_ELSEWHERE])));
}

/** Forgets the computers on which a person needs no second factor. */
export async function forgetTrustedDevices(database: Database, personId: string): Promise<void> {
  await database.orm().delete(trustedDevices).where(eq(trustedDevices.userId, personId));
}

/** The id of the session that a new token belongs to. */
export async function findSessionId({ database }: AppContext, token: string): Promise<string | undefined> {
  const [row] = await database
    .orm()
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)));
  return row?.id;
}

/** The person of a session; undefined if it has ended. */
export async function findPersonOfSession(
  { database, clock }: AppContext,
  id: string,
): Promise<string | undefined> {
  const [row] = await database
    .orm()
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, clock.now())));
  return row?.userId;
}

export async function listSessions(context: AppContext, personId: string): Promise<readonly SessionRow[]> {
  return await context.database
    .orm()
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, personId), gt(sessions.expiresAt, context.clock.now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(SESSIONS_SHOWN);
}

/** Deletes one of a person's sessions and their download links. False if it is not theirs. */
export async function deleteSession(context: AppContext, personId: string, id: string): Promise<boolean> {
  const deleted = await context.database
    .orm()
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, personId)))
    .returning({ id: sessions.id });
  if (deleted.length > 0) await deleteMailedTokens(context, personId, ['download']);
  return deleted.length > 0;
}

/**
 * Deletes a person's sessions except `keep`, and whatever leads into one: log-ins that wait for a code, trusted
 * computers, and download links, which need no session.
 */
export async function deleteSessions(context: AppContext, personId: string, keep?: string): Promise<void> {
  const orm = context.database.orm();
  await orm
    .delete(sessions)
    .where(and(eq(sessions.userId, personId), keep === undefined ? undefined : ne(sessions.id, keep)));
  await orm.delete(secondSteps).where(eq(secondSteps.userId, personId));
  await orm.delete(trustedDevices).where(eq(trustedDevices.userId, personId));
  await deleteMailedTokens(context, personId, ['download']);
}

/** Signs out a school's staff except the owner. */
export async function deleteStaffSessions(database: Database, schoolId: string): Promise<void> {
  const orm = database.orm();
  const staff = orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), ne(users.role, 'owner')));
  await orm.delete(sessions).where(inArray(sessions.userId, staff));
}

/** Deletes expired sessions, log-ins that wait for a code, and trusted computers. */
export async function deleteExpiredSessions(database: Database, now: Date): Promise<void> {
  const orm = database.orm();
  await orm.delete(sessions).where(lte(sessions.expiresAt, now));
  await orm.delete(secondSteps).where(lte(secondSteps.expiresAt, now));
  await orm.delete(trustedDevices).where(lte(trustedDevices.expiresAt, now));
}
