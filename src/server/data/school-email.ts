import type { Database } from '#server/platform/db/client.ts';
import type { School } from './schools.ts';
import { isStaffAddress } from './staff.ts';

/** Replies to newsletters go only to addresses that are confirmed to belong to the school. */

/** Whether a school's address is confirmed: by a mailed link, or because it is a staff member's own address. */
export async function isSchoolEmailConfirmed(
  database: Database,
  { id, email, confirmedEmail }: Pick<School, 'id' | 'email' | 'confirmedEmail'>,
): Promise<boolean> {
  return confirmedEmail === email || (await isStaffAddress(database, id, email));
}
