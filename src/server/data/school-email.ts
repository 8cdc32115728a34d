import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { type schools, users } from '#server/platform/db/schema/core.ts';

/** Which addresses are known to reach a school: answers to its newsletters go to no others. */

type School = Pick<typeof schools.$inferSelect, 'id' | 'email' | 'confirmedEmail'>;

/** Whether somebody who works for a school, and has shown that the address is theirs, can be reached there. */
export async function isStaffAddress(database: Database, schoolId: string, email: string): Promise<boolean> {
  return await database.forSchool(schoolId, async () => {
    const mine = and(eq(users.schoolId, schoolId), eq(users.email, email), eq(users.status, 'ACTIVE'));
    return (await database.orm().$count(users, mine)) > 0;
  });
}

/** Whether a school's own address is known to reach it: by a mailed link, or because it is that of somebody on the staff. */
export async function isSchoolEmailConfirmed(
  database: Database,
  { id, email, confirmedEmail }: School,
): Promise<boolean> {
  return confirmedEmail === email || (await isStaffAddress(database, id, email));
}
