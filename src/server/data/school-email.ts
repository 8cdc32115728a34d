import type { Database } from '#server/platform/db/client.ts';
import type { School } from './schools.ts';
import { isStaffAddress } from './staff.ts';

/** Which addresses are known to reach a school: answers to its newsletters go to no others. */

/** Whether a school's own address is known to reach it: by a mailed link, or because it is that of somebody on the staff. */
export async function isSchoolEmailConfirmed(
  database: Database,
  { id, email, confirmedEmail }: Pick<School, 'id' | 'email' | 'confirmedEmail'>,
): Promise<boolean> {
  return confirmedEmail === email || (await isStaffAddress(database, id, email));
}
