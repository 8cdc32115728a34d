import { z } from 'zod';
import { email } from '#contract/fields.ts';
import { idParams, many, resource, single, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { SCHOOL_LANGUAGES } from '#contract/school.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#newsletter/values/durations.ts';

/** How families sign up, choose and leave. Their pages use no calls of the API; the calls here are the school's. */

/** `asked`: mailed, not confirmed. `waiting`: confirmed, waiting for the school's decision. */
export const SIGN_UP_STATES = ['asked', 'waiting', 'done'] as const;

/** How long a request is kept and its link works. */
export const SIGN_UP_LIFETIME_MS = 7 * DAY_MS;
/** How long a new address can be confirmed, and how long the old address can undo the change afterwards. */
export const ADDRESS_CHANGE_MS = 7 * DAY_MS;
export const ADDRESS_UNDO_MS = 30 * DAY_MS;
/** The minimum and maximum age of a form when it is sent. */
export const FORM_AGE_MS = { min: 2 * SECOND_MS, max: 12 * HOUR_MS } as const;
/** The minimum time between two mails to the owner about waiting families. */
export const WAITING_MAIL_EVERY_MS = DAY_MS;

export const FAMILIES_MESSAGES = {
  saved: 'Saved',
  /** The noun for the 404 message. */
  request: 'Request',
  accepted: 'The family is on the list',
  refused: 'The family was not let in',
} as const;

/** A family's address, as every form accepts it. */
export const familyEmail = email;

const languages = z.array(z.enum(SCHOOL_LANGUAGES)).max(SCHOOL_LANGUAGES.length);
const settings = {
  /** Whether the school approves each family. */
  approval: z.boolean(),
  /** The languages of the program's texts that families can choose, besides the school's own. */
  languages,
  /** The weekday of the monthly digest, which is sent on its first occurrence in a month; Monday is 1. Null: no digest. */
  digest_weekday: z.number().int().min(1).max(7).nullable(),
};
const familySettingsForm = z.strictObject(settings).partial();
const familySettings = z.object({ ...settings, languages: z.array(z.string()) });
export type FamilySettings = z.infer<typeof familySettings>;

/** A confirmed request that waits for the school's decision. */
export const signUpResource = resource(
  'sign_up',
  z.object({
    email: z.string(),
    groups: z.array(z.object({ id: z.uuid(), name: z.string() })),
    language: z.string().nullable(),
    created_at: timestamp,
  }),
);
export type SignUpResource = z.infer<typeof signUpResource>;

export const familyRoutes = {
  familySettings: route({
    method: 'GET',
    path: '/families/settings',
    access: 'owner',
    summary: 'What families can do themselves',
    status: 200,
    reply: z.object({ settings: familySettings }),
  }),
  updateFamilySettings: route({
    method: 'PATCH',
    path: '/families/settings',
    access: 'owner',
    needsOpenSchool: true,
    summary: 'Change what families can do themselves',
    wrapper: 'settings',
    body: familySettingsForm,
    status: 200,
    reply: z.object({ settings: familySettings }),
  }),
  listSignUps: route({
    method: 'GET',
    path: '/families/sign_ups',
    access: 'owner',
    token: 'subscribers:read',
    summary: 'Families who have signed up and wait to be let in, the first first',
    status: 200,
    reply: z.object({ sign_ups: many(signUpResource) }),
  }),
  acceptSignUp: route({
    method: 'PUT',
    path: '/families/sign_ups/:id/accept',
    access: 'owner',
    token: 'subscribers:write',
    needsOpenSchool: true,
    summary: 'Put a waiting family on the list',
    params: idParams,
    status: 200,
    reply: z.object({ sign_up: single(signUpResource) }),
  }),
  refuseSignUp: route({
    method: 'DELETE',
    path: '/families/sign_ups/:id',
    access: 'owner',
    token: 'subscribers:write',
    summary: 'Do not let a waiting family in; they hear nothing',
    params: idParams,
    status: 204,
    whenDiskFull: true,
  }),
} as const;
