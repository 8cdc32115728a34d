import { ERROR_MESSAGES } from '#contract/errors.ts';
import { SCHOOL_MESSAGES } from '#contract/school.ts';
import type { House } from '../../house.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import type { Caller, Member, ReceivedFile } from '../../http/handle.ts';
import { claimFiles, ownImagePath } from '../attachments/own.ts';
import { storeImage } from '../attachments/service.ts';
import { becomeOwner, changeSchool, findSchool, insertSchool, type School } from './repo.ts';
import { trialEnd } from './trial.ts';

/** The school's details and branding. */

interface NewSchoolForm {
  readonly name: string;
  readonly logo: string;
  readonly email: string;
  readonly phone: string;
  readonly primary_color?: string | undefined;
  readonly secondary_color?: string | undefined;
}

/** Creates the caller's school and starts its trial. Throws 409 when they have one, 400 for a logo that is not theirs. */
export async function createSchool(
  house: House,
  caller: Caller,
  form: NewSchoolForm,
  logoFile?: ReceivedFile,
): Promise<School> {
  const logo = await logoPath(house, caller, form.logo, logoFile);
  const createdAt = house.clock.now();
  return await house.database.transaction(async () => {
    const school = await insertSchool(house, {
      name: form.name,
      logo,
      email: form.email,
      phone: form.phone,
      primaryColor: form.primary_color ?? null,
      secondaryColor: form.secondary_color ?? null,
      subscriptionEndDate: trialEnd(createdAt),
      createdAt,
    });
    if (!(await becomeOwner(house, caller.personId, school.id))) throw conflict(ERROR_MESSAGES.hasSchool);
    await claimFiles(house, { personId: caller.personId, schoolId: school.id });
    return school;
  });
}

/** What of a school may change; what is not given stays. */
export interface SchoolForm {
  readonly name?: string | undefined;
  readonly logo?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly website?: string | undefined;
  readonly primary_color?: string | undefined;
  readonly secondary_color?: string | undefined;
  readonly language?: string | undefined;
  readonly time_zone?: string | undefined;
}

/** Changes the caller's school. Throws 404 for any other. */
export async function updateSchool(
  house: House,
  caller: Member,
  id: string,
  form: SchoolForm,
  logoFile?: ReceivedFile,
): Promise<School> {
  if (id !== caller.schoolId) throw notFound('School');
  const logo = form.logo === undefined ? undefined : await logoPath(house, caller, form.logo, logoFile);
  const changes = {
    name: form.name,
    logo,
    email: form.email,
    phone: form.phone,
    website: form.website,
    primaryColor: form.primary_color,
    secondaryColor: form.secondary_color,
    language: form.language,
    timeZone: form.time_zone,
  };
  const given = Object.values(changes).some((value) => value !== undefined);
  const school = await house.database.forSchool(id, async () =>
    given ? await changeSchool(house, id, changes) : await findSchool(house, id),
  );
  if (school === undefined) throw notFound('School');
  return school;
}

// A logo comes as a file, or as the address of an image of the caller's own: a foreign one is never fetched.
async function logoPath(
  house: House,
  caller: Caller,
  address: string,
  file: ReceivedFile | undefined,
): Promise<string> {
  const owner = { personId: caller.personId, schoolId: caller.schoolId };
  if (file !== undefined) return (await storeImage(house, owner, file.bytes, file.name)).path;
  const path = await ownImagePath(house, owner, address);
  if (path === null) throw invalid({ logo: SCHOOL_MESSAGES.logo });
  return path;
}
