import { asc, eq } from 'drizzle-orm';
import { users } from '../../db/schema.ts';
import type { House } from '../../house.ts';
import type { Person } from './repo.ts';

/** Everybody who works in a school, who came first being the first. */
export async function listStaff(house: House, schoolId: string): Promise<readonly Person[]> {
  return await house.database.forSchool(schoolId, () =>
    house.database
      .orm()
      .select()
      .from(users)
      .where(eq(users.schoolId, schoolId))
      .orderBy(asc(users.createdAt), asc(users.id)),
  );
}
