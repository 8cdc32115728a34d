import type { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { type createSchoolForm, SCHOOL_MESSAGES, type SchoolChanges } from '#contract/school.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import {
  findSchool,
  insertSchool,
  type School,
  type SchoolColumns,
  updateBranding,
} from '#server/data/schools.ts';
import { makeOwner } from '#server/data/users.ts';
import { columnsOf } from '#server/platform/columns.ts';
import { linkWithoutProof } from '#server/platform/files/own-addresses.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Caller, Member, ReceivedFile } from '#server/platform/http/handle.ts';
import { namesOfChanges } from './changes.ts';
import { offerConfirmation } from './email-confirmation.ts';
import { trialEnd } from './trial.ts';

/** The school's details and branding. */

interface FileOwner {
  readonly personId: string;
  readonly schoolId: string | null;
}

/** What this feature needs of the one that keeps people's files; `app.ts` puts the two together. */
export interface LogoFiles {
  /** Gives a new school what its owner uploaded before it was there. */
  claimFiles(
    context: AppContext,
    owner: { readonly personId: string; readonly schoolId: string },
  ): Promise<void>;
  /** The path of an image that is the owner's; null for anything else. */
  ownImagePath(context: AppContext, owner: FileOwner, address: string): Promise<string | null>;
  /** The width of a picture by its height; null where it is not known. */
  imageAspect(context: AppContext, path: string): Promise<number | null>;
  /** Stores a picture. Throws 400, 413, 415 and 507. */
  storeImage(
    context: AppContext,
    owner: FileOwner,
    bytes: Buffer,
    name: string,
  ): Promise<{ readonly path: string }>;
}

type NewSchool = z.output<typeof createSchoolForm>;

/** What comes with a form besides its fields. */
interface Sent {
  readonly logo?: ReceivedFile | undefined;
  /** The caller's address. */
  readonly ip: string;
}

/** Creates the caller's school and starts its trial. Throws 409 when they have one, 400 for a logo that is not theirs. */
export async function createSchool(
  context: AppContext,
  logos: LogoFiles,
  caller: Caller,
  { logo, ...form }: NewSchool,
  sent: Sent,
): Promise<School> {
  const stored = await storedLogo(context, logos, caller, sent);
  const createdAt = context.clock.now();
  const school = await context.database.transaction(async () => {
    const { id } = await insertSchool(context.database, {
      ...columnsOf(form),
      subscriptionEndDate: trialEnd(createdAt),
      createdAt,
    });
    if (!(await makeOwner(context.database, caller.personId, id))) throw conflict(ERROR_MESSAGES.hasSchool);
    const owner = { personId: caller.personId, schoolId: id };
    // From here on the caller's files are the school's, the logo among them.
    await logos.claimFiles(context, owner);
    await recordAudit(context, owner, 'school_created', form.name);
    const path = stored ?? (await ownLogo(context, logos, owner, logo));
    return await saveSchool(context, id, { logo: path, logoAspect: await logos.imageAspect(context, path) });
  });
  await offerConfirmation(context, caller.personId, school, sent.ip);
  return school;
}

/** Has the school's newsletters drawn anew; `app.ts` brings it from the feature that knows how. */
export type Rebrand = (context: AppContext, schoolId: string) => Promise<void>;

/** Changes the caller's school, and with it its newsletters. Throws 404 for any other. */
export async function updateSchool(
  context: AppContext,
  { logos, rebrand }: { readonly logos: LogoFiles; readonly rebrand: Rebrand },
  caller: Member,
  id: string,
  form: SchoolChanges,
  sent: Sent,
): Promise<School> {
  if (id !== caller.schoolId) throw notFound('School');
  const stored = await storedLogo(context, logos, caller, sent);
  const logo = stored ?? (form.logo && (await ownLogo(context, logos, caller, form.logo)));
  const website = form.website && linkWithoutProof(form.website, context.config.publicUrl);
  const changes = columnsOf({ ...form, logo, website });
  const { school, isNewEmail } = await context.database.forSchool(id, async () => {
    const before = await saveSchool(context, id, {});
    const { branding, details } = namesOfChanges(before, changes);
    const isNewEmail = details.includes('email');
    if (branding.length + details.length === 0) return { school: before, isNewEmail };
    if (branding.length > 0)
      await recordAudit(context, caller, 'branding_edited', before.name, { fields: branding });
    const { name = before.name } = changes;
    if (name !== before.name) await recordAudit(context, caller, 'school_renamed', before.name, { to: name });
    const fields = details.filter((field) => field !== 'name');
    if (fields.length > 0) await recordAudit(context, caller, 'school_edited', before.name, { fields });
    // Both are shown in every newsletter: at its head and foot, and in the page around it.
    await rebrand(context, id);
    const shape = logo ? { logoAspect: await logos.imageAspect(context, logo) } : {};
    const school = await saveSchool(context, id, { ...changes, ...shape });
    // It may have been deleted a moment ago; from here on it cannot be, see `removeFile` of the files.
    if (logo) await ownLogo(context, logos, caller, logo);
    return { school, isNewEmail };
  });
  if (isNewEmail) await offerConfirmation(context, caller.personId, school, sent.ip);
  return school;
}

async function storedLogo(
  context: AppContext,
  logos: LogoFiles,
  owner: FileOwner,
  { logo }: Sent,
): Promise<string | undefined> {
  return logo && (await logos.storeImage(context, owner, logo.bytes, logo.name)).path;
}

async function saveSchool(context: AppContext, id: string, changes: SchoolColumns): Promise<School> {
  const given = Object.values(changes).some((value) => value !== undefined);
  const school = given
    ? await updateBranding(context.database, id, changes)
    : await findSchool(context.database, id);
  if (school === undefined) throw notFound('School');
  return school;
}

// An address must be that of an image of the caller's own: a foreign one is never fetched.
async function ownLogo(
  context: AppContext,
  logos: LogoFiles,
  owner: FileOwner,
  address: string,
): Promise<string> {
  const path = await logos.ownImagePath(context, owner, address);
  if (path === null) throw invalid({ logo: SCHOOL_MESSAGES.logo });
  return path;
}
