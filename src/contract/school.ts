import { z } from 'zod';
import { SECOND_FACTOR_RULES } from '#contract/rules/second-factor.ts';
import { IMAGE_MAX_BYTES } from '#contract/rules/stored-files.ts';
import { designSchema } from '#newsletter/designs/index.ts';
import { COLOUR_MESSAGE, colour } from '#newsletter/values/colour.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { isTimeZone } from '#newsletter/values/time-zone.ts';
import type { Role } from './access.ts';
import { email, FIELD_MESSAGES, mailedToken, optionalLines, phone, requiredName, website } from './fields.ts';
import { idParams, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';

/** A school's details, branding and plan. */

export const SUBSCRIPTION_STATUSES = ['trial', 'active', 'canceled', 'past_due'] as const;
export const SUBSCRIPTION_PLANS = ['trial', 'monthly', 'yearly'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The free trial, in calendar months from the school's creation. */
export const TRIAL_MONTHS = 3;
/** How many days a plan keeps working after a failed renewal. Source: docs/requirements/product.md 4.1. */
export const PAST_DUE_GRACE_DAYS = 14;
/** The aspect ratio of the logo in a newsletter's header, and of its crop. */
export const LOGO_ASPECT = { width: 32, height: 9 } as const;

/** The aspect ratios, width to height, that a logo may have: others would be illegible or fill the page. */
export const LOGO_ASPECTS = { min: 1 / 3, max: 16 } as const;

export const SCHOOL_MESSAGES = {
  name: 'Please enter the name of your school',
  logo: 'Please choose a logo',
  logoShape: 'This logo is too tall or too wide. Please crop it',
  updated: 'School successfully updated',
  emailAsked: 'The link is on its way',
  emailConfirmed: 'The school’s email address is confirmed',
  emailAlreadyConfirmed: 'The school’s email address is confirmed already',
} as const;

/** Empty or null removes the colour; newsletters then use the default. */
const colourOrNone = z
  .union([z.literal(''), z.null(), colour], COLOUR_MESSAGE)
  .transform((given) => given || null);
/** The URL of an image uploaded earlier by this person or school. */
const logoUrl = z.string(SCHOOL_MESSAGES.logo).min(1, SCHOOL_MESSAGES.logo).max(2000, SCHOOL_MESSAGES.logo);

/** The languages of newsletters: each has its texts in `src/newsletter/words`. */
export const SCHOOL_LANGUAGES = [
  'en',
  'cy',
  'gd',
  'ga',
  'de',
  'es',
  'fr',
  'it',
  'nl',
  'pl',
  'pt',
  'ar',
] as const;

/** A field: its schema in forms (`given`) and in the resource (`shown`). */
const text = <Given extends z.ZodType>(given: Given) => ({ given, shown: z.string() });
const textOrNone = <Given extends z.ZodType>(given: Given) => ({ given, shown: z.string().nullable() });
const flag = <Given extends z.ZodType>(given: Given) => ({ given, shown: z.boolean() });

/**
 * The school fields that the owner can change. Forms, resource, audit log and archive are derived from them. A new field
 * also needs its column in `schools` and, for details, an input in School settings.
 */
const DETAILS = {
  name: text(requiredName(FIELD_MESSAGES.required)),
  email: text(email),
  phone: text(phone),
  website: textOrNone(website),
  /** Shown in the footer of newsletters. */
  postal_address: text(optionalLines),
  /** Older schools may have another language: texts without a translation are then in English in its newsletters. */
  language: text(z.enum(SCHOOL_LANGUAGES, 'Not a known language')),
  time_zone: text(z.string().max(64).refine(isTimeZone, 'Not a known time zone')),
  /** Whether search engines may list the published newsletters. A multipart body sends it as text. */
  search_engines: flag(
    z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]),
  ),
};
const BRANDING = {
  logo: textOrNone(logoUrl),
  primary_color: textOrNone(colourOrNone),
  secondary_color: textOrNone(colourOrNone),
  design: text(designSchema),
};

type Fields = Readonly<Record<string, Readonly<Record<'given' | 'shown', z.ZodType>>>>;
function shapeOf<F extends Fields, Side extends 'given' | 'shown'>(
  fields: F,
  side: Side,
): { [Name in keyof F]: F[Name][Side] };
function shapeOf(fields: Fields, side: 'given' | 'shown'): object {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[side]]));
}

/** The form of School settings. */
export const schoolDetailsForm = z.strictObject(shapeOf(DETAILS, 'given'));
const brandingForm = z.strictObject(shapeOf(BRANDING, 'given'));
/** The field names of details and branding. */
export const SCHOOL_FIELDS = {
  details: schoolDetailsForm.keyof().options,
  branding: brandingForm.keyof().options,
} as const;

const schoolForm = schoolDetailsForm.extend(brandingForm.shape);
/** Only the fields that change. */
export const updateSchoolForm = schoolForm.partial();
export type SchoolChanges = z.output<typeof updateSchoolForm>;

/** The onboarding form. `logo` is a file in a multipart body, or the URL of an uploaded one. */
export const createSchoolForm = schoolForm.pick({ logo: true, email: true, phone: true }).extend({
  name: requiredName(SCHOOL_MESSAGES.name),
  primary_color: colourOrNone.optional(),
  secondary_color: colourOrNone.optional(),
  design: designSchema.optional(),
});

/** The fields as the school's resource and archive show them. */
export const shownSchoolFields = z.object({ ...shapeOf(DETAILS, 'shown'), ...shapeOf(BRANDING, 'shown') });

export const schoolResource = resource(
  'school',
  shownSchoolFields.extend({
    /** Whether the school's address is confirmed. Until then, replies to newsletters go to the owner. */
    email_confirmed: z.boolean(),
    /** The logo's aspect ratio, width to height: a narrow logo is shown as a crest beside the school's name. */
    logo_aspect: z.number().nullable(),
    closes_at: timestamp.nullable(),
    /** The operator's reason for suspending the school; null while it is not suspended. */
    suspended_for: z.string().nullable(),
    subscription_status: z.enum(SUBSCRIPTION_STATUSES),
    /** The plan and its end are null for contributors: see `seesPlan`. */
    subscription_plan: z.enum(SUBSCRIPTION_PLANS).nullable(),
    subscription_end_date: timestamp.nullable(),
    /** Whether calls that need a plan answer 402. Decided by the server, as the browser's clock may be wrong. */
    plan_ended: z.boolean(),
    /** The roles that need a second factor, the days that people have to set one up, and the time from which it is required. */
    second_factor: z.enum(SECOND_FACTOR_RULES),
    second_factor_days: z.number().nullable(),
    second_factor_from: timestamp.nullable(),
    /** Whether newsletters need approval, and whether the owner's do too: see `needsApproval`. */
    approval: z.boolean(),
    approval_binds_owner: z.boolean().default(false),
    /** The address of the public page of dates; null if the calendar is switched off. */
    diary_url: z.url().nullable(),
    /** The address of the public list of newsletters; null if that is switched off. */
    newsletters_url: z.url().nullable(),
  }),
);
export type SchoolResource = z.infer<typeof schoolResource>;

/** Whether a role may see which plan its school has, and until when. Every role sees whether it has ended. */
export function seesPlan(role: Role | null): boolean {
  return role !== 'contributor';
}

/** Whether a plan has ended: calls that need one then answer 402. Source: docs/requirements/calls.md 402. */
export function planHasEnded(
  plan: { readonly status: SubscriptionStatus; readonly endsAt: Date | null },
  now: Date,
): boolean {
  if (plan.endsAt === null || plan.status === 'active') return false;
  const grace = plan.status === 'past_due' ? PAST_DUE_GRACE_DAYS * DAY_MS : 0;
  return now.getTime() >= plan.endsAt.getTime() + grace;
}

const schoolReply = z.object({ school: single(schoolResource) });
const logoUpload = { files: ['logo'], mode: 'buffer', maxBytes: IMAGE_MAX_BYTES } as const;

export const schoolRoutes = {
  mySchool: route({
    method: 'GET',
    path: '/schools/my',
    access: 'signed_in',
    token: 'school:read',
    summary: "The person's school; without one an empty object, which means onboarding",
    status: 200,
    reply: z.object({ school: z.object({ data: schoolResource.optional() }) }),
  }),
  createSchool: route({
    method: 'POST',
    path: '/schools',
    access: 'without_school',
    summary: 'Create the school; the caller becomes its owner and the trial starts',
    wrapper: 'school',
    body: createSchoolForm,
    multipart: logoUpload,
    status: 201,
    reply: schoolReply,
  }),
  updateSchool: route({
    method: 'PATCH',
    path: '/schools/:id',
    access: 'owner',
    needsOpenSchool: true,
    summary: 'Change details or branding',
    params: idParams,
    wrapper: 'school',
    body: updateSchoolForm,
    multipart: logoUpload,
    status: 200,
    reply: schoolReply,
  }),
  requestEmailConfirmation: route({
    method: 'POST',
    path: '/schools/:id/email_confirmation',
    access: 'owner',
    needsOpenSchool: true,
    summary: "Mail the link again with which the school's e-mail address is confirmed",
    params: idParams,
    status: 202,
  }),
  confirmSchoolEmail: route({
    method: 'PUT',
    path: '/schools/confirm_email/:token',
    access: 'anyone',
    summary: "Confirm the school's e-mail address, by a mailed link",
    params: z.object({ token: mailedToken }),
    status: 200,
    reply: z.object({ message: z.string() }),
  }),
} as const;
