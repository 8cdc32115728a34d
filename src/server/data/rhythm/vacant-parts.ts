import { eq, sql } from 'drizzle-orm';
import { NAME_OR_EMAIL } from '#server/data/users.ts';
import type { Database } from '#server/platform/db/client.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { newsletterParts } from '#server/platform/db/schema/parts.ts';
import { rhythmIssues, rhythms } from '#server/platform/db/schema/rhythm.ts';

/** The number of last issues for which vacant parts are remembered: a next issue is made from one of them. */
const ISSUES_REMEMBERED = 4;

/**
 * Remembers the parts that a leaving person had in the rhythm's last issues, since they are deleted with the person:
 * the next issue says that nobody has them. Call it in the transaction that deletes the account.
 */
export async function rememberVacantParts(
  database: Database,
  schoolId: string,
  personId: string,
): Promise<void> {
  const { newsletterId, block } = newsletterParts;
  const issues = sql`select i.newsletter_id from ${rhythmIssues} i where i.school_id = ${schoolId} order by i.day desc limit ${ISSUES_REMEMBERED}`;
  const parts = sql`(select coalesce(jsonb_agg(jsonb_build_object('newsletterId', ${newsletterId}, 'block', ${block}, 'person', ${NAME_OR_EMAIL})), '[]')
    from ${newsletterParts} join ${users} on ${users.id} = ${newsletterParts.personId}
    where ${newsletterParts.schoolId} = ${schoolId} and ${newsletterParts.personId} = ${personId}
      and (${newsletterId} = ${rhythms.newsletterId} or ${newsletterId} in (${issues})))`;
  await database
    .orm()
    .update(rhythms)
    .set({ vacant: sql`${rhythms.vacant} || ${parts}` })
    .where(eq(rhythms.schoolId, schoolId));
}
