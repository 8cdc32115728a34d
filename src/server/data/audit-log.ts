import { and, asc, count, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Role } from '#contract/access.ts';
import type { AuditAction } from '#contract/audit.ts';
import type { AppContext } from '#server/context.ts';
import { actingToken } from '#server/platform/acting-token.ts';
import type { Database } from '#server/platform/db/client.ts';
import { auditLog, users } from '#server/platform/db/schema/core.ts';
import { offsetOf, type WantedPage } from '#server/platform/paging.ts';
import { NAME_OR_EMAIL } from './users.ts';

/** A line of a school's log. */
export type AuditLine = typeof auditLog.$inferSelect;

/** The person who acts in a school. Without a person, it is the program itself. */
export interface Actor {
  readonly schoolId: string;
  readonly personId: string | null;
}

/**
 * Writes an entry of the school's audit log, in the transaction of the action itself. Name and role are those of this
 * moment, since the entry outlives the account. Record a change of name before making it, so that older names can be
 * traced. An API token's actions are its maker's; the details name the token. The table has no foreign keys to people:
 * put nothing secret into `details`.
 */
export async function recordAudit(
  context: AppContext,
  { schoolId, personId }: Actor,
  action: AuditAction,
  subject: string,
  details: Readonly<Record<string, string | number | readonly string[]>> = {},
): Promise<void> {
  const token = actingToken();
  const actor = sql<string>`coalesce((select ${NAME_OR_EMAIL} from ${users} where ${users.id} = ${personId}), '')`;
  const actorRole = sql<Role | null>`(select ${users.role} from ${users} where ${users.id} = ${personId})`;
  await context.database.forSchool(schoolId, async () => {
    await context.database
      .orm()
      .insert(auditLog)
      .values({
        schoolId,
        userId: personId,
        actor,
        actorRole,
        action,
        subject,
        details: token === null ? details : { ...details, api_token: token },
        createdAt: context.clock.now(),
      });
  });
}

/**
 * Logs a person's action, unless the log already has it from them `max` times within `windowMs`. It is one statement,
 * so that log-ins cost no more. Call it outside `forSchool`.
 */
export async function recordUpTo(
  { database, clock }: AppContext,
  { schoolId, personId }: Actor,
  action: AuditAction,
  details: Readonly<Record<string, string>>,
  { max, windowMs }: { readonly max: number; readonly windowMs: number },
): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - windowMs);
  const isSame = and(
    eq(auditLog.schoolId, schoolId),
    eq(auditLog.userId, users.id),
    eq(auditLog.action, action),
    gt(auditLog.createdAt, since),
  );
  await database.orm().execute(sql`
    insert into ${auditLog} (school_id, user_id, actor, actor_role, action, subject, details, created_at)
    select ${schoolId}::uuid, ${users.id}, ${NAME_OR_EMAIL}, ${users.role}, ${action}, '', ${JSON.stringify(details)}::jsonb, ${now.toISOString()}::timestamptz
      from ${users}
      where ${users.id} = ${personId} and (select count(*) from ${auditLog} where ${isSame}) < ${max}`);
}

/** A page of a school's log, newest first, and the total. */
export async function listAuditLines(
  database: Database,
  schoolId: string,
  wanted: WantedPage,
): Promise<{ readonly entries: readonly AuditLine[]; readonly total: number }> {
  return await database.forSchool(schoolId, async () => {
    const mine = eq(auditLog.schoolId, schoolId);
    const [counted] = await database.orm().select({ total: count() }).from(auditLog).where(mine);
    const entries = await database
      .orm()
      .select()
      .from(auditLog)
      .where(mine)
      .orderBy(desc(auditLog.createdAt), desc(auditLog.sequence))
      .limit(wanted.per_page)
      .offset(offsetOf(wanted));
    return { entries, total: counted?.total ?? 0 };
  });
}

/** The lines of a school's log after a sequence number (0: from the first), in the order in which they were written. */
export async function listAuditLinesAfter(
  database: Database,
  schoolId: string,
  sequence: number,
  limit: number,
): Promise<readonly AuditLine[]> {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.schoolId, schoolId), gt(auditLog.sequence, sequence)))
      .orderBy(asc(auditLog.sequence))
      .limit(limit),
  );
}

/** Deletes log lines of all schools from before a moment. */
export async function forgetAuditLines(database: Database, before: Date): Promise<void> {
  await database.orm().delete(auditLog).where(lt(auditLog.createdAt, before));
}
