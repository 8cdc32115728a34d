import { ERROR_MESSAGES } from '#contract/errors.ts';
import { SCHOOL_MESSAGES } from '#contract/school.ts';
import type { House } from '../../house.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import type { Caller, Member, ReceivedFile } from '../../http/handle.ts';
import { claimFiles, ownImagePath } from '../attachments/own.ts';
import type { FileOwner } from '../attachments/repo.ts';
import { storeImage } from '../attachments/service.ts';
import {
  becomeOwner,
  changeSchool,
  findSchool,
  insertSchool,
  type School,
  type SchoolChanges,
} from './repo.ts';
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
  const stored = logoFile && (await storeLogo(house, caller, logoFile));
  const createdAt = house.clock.now();
  return await house.database.transaction(async () => {
    const { id } = await insertSchool(house, {
      name: form.name,
      email: form.email,
      phone: form.phone,
      primaryColor: form.primary_color ?? null,
      secondaryColor: form.secondary_color ?? null,
      subscriptionEndDate: trialEnd(createdAt),
      createdAt,
    });
    if (!(await becomeOwner(house, caller.personId, id))) throw conflict(ERROR_MESSAGES.hasSchool);
    const owner = { personId: caller.personId, schoolId: id };
    // From here on the caller's files are the school's, the logo among them.
    await claimFiles(house, owner);
    return await saveSchool(house, id, { logo: stored ?? (await ownLogo(house, owner, form.logo)) });
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
  const stored = logoFile && (await storeLogo(house, caller, logoFile));
  const logo = stored ?? (form.logo && (await ownLogo(house, caller, form.logo)));
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
  return await house.database.forSchool(id, () => saveSchool(house, id, changes));
}

async function saveSchool(house: House, id: string, changes: SchoolChanges): Promise<School> {
  const given = Object.values(changes).some((value) => value !== undefined);
  const school = given ? await changeSchool(house, id, changes) : await findSchool(house, id);
  if (school === undefined) throw notFound('School');
  return school;
}

async function storeLogo(house: House, owner: FileOwner, file: ReceivedFile): Promise<string> {
  return (await storeImage(house, owner, file.bytes, file.name)).path;
}

// An address must be that of an image of the caller's own: a foreign one is never fetched.
async function ownLogo(house: House, owner: FileOwner, address: string): Promise<string> {
  const path = await ownImagePath(house, owner, address);
  if (path === null) throw invalid({ logo: SCHOOL_MESSAGES.logo });
  return path;
}
