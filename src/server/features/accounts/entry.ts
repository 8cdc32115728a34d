import { closedForStaff } from '#contract/school-closure.ts';
import { numericDateIn } from '#newsletter/values/dates.ts';
import type { AppContext } from '#server/context.ts';
import { findSchool } from '#server/data/schools.ts';
import type { User } from '#server/data/users.ts';
import { providerAskedOf } from '#server/features/accounts/ways/provider/rule.ts';
import { forbidden, providerRequired, type Refusal } from '#server/platform/http/errors.ts';

/** Whether somebody who has proven their identity is let in, and by which way. */

/**
 * Throws 403 for staff of a closed school, and for those who must sign in with a provider other than `by` (null: no provider). Call it only
 * once they have proven their identity: nobody else may learn that the school is closed, or what it requires of its staff.
 */
export async function refuseEntry(context: AppContext, person: User, by: string | null): Promise<void> {
  const refused = await refusalOfEntry(context, person, by);
  if (refused !== null) throw refused;
}

/** Whether somebody may sign in by password at all: see `refuseEntry`. */
export async function mayEnterByPassword(context: AppContext, person: User): Promise<boolean> {
  return (await refusalOfEntry(context, person, null)) === null;
}

async function refusalOfEntry(context: AppContext, person: User, by: string | null): Promise<Refusal | null> {
  if (person.schoolId === null || person.role === 'owner') return null;
  const school = await findSchool(context.database, person.schoolId);
  if (school?.closesAt != null)
    return forbidden(closedForStaff(numericDateIn(school.timeZone, school.closesAt)));
  const asked = providerAskedOf(context, person, school);
  return asked === null || asked.id === by ? null : providerRequired(asked.name);
}
