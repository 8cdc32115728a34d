import type { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import {
  type createSchoolForm,
  LOGO_ASPECTS,
  SCHOOL_MESSAGES,
  type SchoolChanges,
} from '#contract/school.ts';
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
import type { BufferedFile, Caller, Member } from '#server/platform/http/handle.ts';
import { changedFieldNames } from './changes.ts';
import { mailConfirmation } from './email-confirmation.ts';
import { trialEnd } from './trial.ts';

/** Creating and changing a school. */

interface FileOwner {
  readonly personId: string;
  readonly schoolId: string | null;
}

/** The functions of the attachments that this feature needs; `app.ts` passes them in. */
export interface LogoFiles {
  /** Gives a new school the files that its owner uploaded before it existed. */
  claimFiles(
    context: AppContext,
    owner: { readonly personId: string; readonly schoolId: string },
  ): Promise<void>;
  /** The path of one of the owner's images; null for anything else. */
  ownImagePath(context: AppContext, owner: FileOwner, address: string): Promise<string | null>;
  /** An image's width divided by its height; null if unknown. */
  imageAspect(context: AppContext, path: string): Promise<number | null>;
  /** Stores an image. Throws 400, 413, 415 and 507. */
  storeImage(
    context: AppContext,
    owner: FileOwner,
    bytes: Buffer,
    name: string,
  ): Promise<{ readonly path: string }>;
}

type NewSchool = z.output<typeof createSchoolForm>;

/** The values of a request besides the form's fields. */
interface RequestExtras {
  readonly logo?: BufferedFile | undefined;
  /** The caller's IP address. */
  readonly ip: string;
}

/** Creates the caller's school and starts its trial. Throws 409 if they have one, 400 for a logo that is not theirs. */
export async function createSchool(
  context: AppContext,
  logos: LogoFiles,
  caller: Caller,
  { logo, ...form }: NewSchool,
  sent: RequestExtras,
): Promise<School> {
  const stored = await storeUploadedLogo(context, logos, caller, sent);
  const createdAt = context.clock.now();
  const school = await context.database.transaction(async () => {
    const { id } = await insertSchool(context.database, {
      ...columnsOf(form),
      subscriptionEndDate: trialEnd(createdAt),
      createdAt,
    });
    if (!(await makeOwner(context.database, caller.personId, id))) throw conflict(ERROR_MESSAGES.hasSchool);
    const owner = { personId: caller.personId, schoolId: id };
    // Comes first, so that `requireOwnLogo` finds the logo among the school's files.
    await logos.claimFiles(context, owner);
    await recordAudit(context, owner, 'school_created', form.name);
    const path = stored ?? (await requireOwnLogo(context, logos, owner, logo));
    return await saveSchool(context, id, { logo: path, logoAspect: await aspectOf(context, logos, path) });
  });
  await mailConfirmation(context, caller.personId, school, sent.ip);
  return school;
}

/** Renders the school's newsletters again; `app.ts` passes it in from the newsletters feature. */
export type Rebrand = (context: AppContext, schoolId: string) => Promise<void>;

/** Changes the caller's school and renders its newsletters again. Throws 404 for another school. */
export async function updateSchool(
  context: AppContext,
  { logos, rebrand }: { readonly logos: LogoFiles; readonly rebrand: Rebrand },
  caller: Member,
  id: string,
  form: SchoolChanges,
  sent: RequestExtras,
): Promise<School> {
  if (id !== caller.schoolId) throw notFound('School');
  const stored = await storeUploadedLogo(context, logos, caller, sent);
  const logo = stored ?? (form.logo && (await requireOwnLogo(context, logos, caller, form.logo)));
  const website = form.website && linkWithoutProof(form.website, context.config.publicUrl);
  const changes = columnsOf({ ...form, logo, website });
  const { school, isNewEmail } = await context.database.forSchool(id, async () => {
    const before = await saveSchool(context, id, {});
    const { branding, details } = changedFieldNames(before, changes);
    const isNewEmail = details.includes('email');
    if (branding.length + details.length === 0) return { school: before, isNewEmail };
    if (branding.length > 0)
      await recordAudit(context, caller, 'branding_edited', before.name, { fields: branding });
    const { name = before.name } = changes;
    if (name !== before.name) await recordAudit(context, caller, 'school_renamed', before.name, { to: name });
    const fields = details.filter((field) => field !== 'name');
    if (fields.length > 0) await recordAudit(context, caller, 'school_edited', before.name, { fields });
    // Every newsletter shows branding and details: in its header and footer, and in the page around it.
    await rebrand(context, id);
    const aspect = logo ? { logoAspect: await aspectOf(context, logos, logo) } : {};
    const school = await saveSchool(context, id, { ...changes, ...aspect });
    // The file may have been deleted in the meantime. After this it cannot be: see `deleteFileRow`.
    if (logo) await requireOwnLogo(context, logos, caller, logo);
    return { school, isNewEmail };
  });
  if (isNewEmail) await mailConfirmation(context, caller.personId, school, sent.ip);
  return school;
}

async function storeUploadedLogo(
  context: AppContext,
  logos: LogoFiles,
  owner: FileOwner,
  { logo }: RequestExtras,
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

async function aspectOf(context: AppContext, logos: LogoFiles, path: string): Promise<number | null> {
  const aspect = await logos.imageAspect(context, path);
  if (aspect !== null && (aspect < LOGO_ASPECTS.min || aspect > LOGO_ASPECTS.max))
    throw invalid({ logo: SCHOOL_MESSAGES.logoShape });
  return aspect;
}

// The address must be one of the caller's own images; other addresses are never fetched.
async function requireOwnLogo(
  context: AppContext,
  logos: LogoFiles,
  owner: FileOwner,
  address: string,
): Promise<string> {
  const path = await logos.ownImagePath(context, owner, address);
  if (path === null) throw invalid({ logo: SCHOOL_MESSAGES.logo });
  return path;
}
