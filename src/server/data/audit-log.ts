import { sql } from 'drizzle-orm';
import type { Role } from '#contract/access.ts';
import type { AuditAction } from '#contract/audit.ts';
import type { AppContext } from '#server/context.ts';
import { auditLog, users } from '#server/platform/db/schema/core.ts';

/** Who does something in a school; without a person it is the program itself. */
export interface Actor {
  readonly schoolId: string;
  readonly personId: string | null;
}

/**
 * Writes a line of the school's log, in the transaction of what it tells. Names and role are those of this moment: the
 * line outlives the people. A renaming has a line of its own, written before it, so that names lead to somebody. Only `school_id` and the ids of rows lead to anybody, so nothing secret may stand in `details`.
 */
export async function recordAudit(
  context: AppContext,
  { schoolId, personId }: Actor,
  action: AuditAction,
  subject: string,
  details: Readonly<Record<string, string | number | readonly string[]>> = {},
): Promise<void> {
  const name = sql`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.email})`;
  const actor = sql<string>`coalesce((select ${name} from ${users} where ${users.id} = ${personId}), '')`;
  const actorRole = sql<Role | null>`(select ${users.role} from ${users} where ${users.id} = ${personId})`;
  await context.database.forSchool(schoolId, async () => {
    await context.database.orm().insert(auditLog).values({
      schoolId,
      userId: personId,
      actor,
      actorRole,
      action,
      subject,
      details,
      createdAt: context.clock.now(),
    });
  });
}
