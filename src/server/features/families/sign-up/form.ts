import { createHmac } from 'node:crypto';
import { FORM_AGE_MS, familyEmail } from '#contract/families/sign-up.ts';
import { GROUPS_MAX } from '#contract/groups/groups.ts';
import { suggestedAddress } from '#contract/mail/suggested-address.ts';
import type { AppContext } from '#server/context.ts';
import type { Offer } from '#server/features/families/offer.ts';
import { isSame } from '#server/platform/is-same.ts';
import { secretOf } from '#server/platform/secrets.ts';

/** The fields of a submitted sign-up form. */

/** The input and the choices. */
export interface Typed {
  readonly email: string;
  readonly groupIds: readonly string[];
  readonly language: string;
}

export const NOTHING_TYPED: Typed = { email: '', groupIds: [], language: '' };

/**
 * The names of the fields. People do not see `website`: only programs fill it in. `meant` is a button's, `asked` is the doubted address,
 * `again` marks the form of the page that asks people to check their mail.
 */
export const FIELDS = {
  begun: 'begun',
  trap: 'website',
  meant: 'meant',
  asked: 'asked',
  again: 'again',
} as const;

const TYPED_MAX = 500;

/** The address typed, or the one that a button has put in its place. */
export function typedAddress(form: URLSearchParams): string {
  return (form.get(FIELDS.meant) ?? form.get('email') ?? '').slice(0, TYPED_MAX);
}

/** Keeps only choices that the school offers, and input that can be shown again. */
export function typedIn(form: URLSearchParams, offer: Offer): Typed {
  const chosen = new Set(form.getAll('groups').slice(0, GROUPS_MAX));
  const language = form.get('language') ?? '';
  return {
    email: typedAddress(form),
    groupIds: offer.groups.filter(({ id }) => chosen.has(id)).map(({ id }) => id),
    language: offer.languages.includes(language) ? language : '',
  };
}

/** The input, to be sent again. */
export function fieldsOf({ email, groupIds, language }: Typed): readonly (readonly [string, string])[] {
  return [['email', email], ...groupIds.map((id) => ['groups', id] as const), ['language', language]];
}

/** Whether an address is probably misspelt, and nobody has asked about it yet. */
export function isDoubted(form: URLSearchParams, email: string): boolean {
  return suggestedAddress(email) !== null && form.get(FIELDS.asked) !== email;
}

/** The address typed; null if it is not valid. */
export function addressIn({ email }: Typed): string | null {
  return familyEmail.safeParse(email).data ?? null;
}

const SECRET = 'family-form';
const SIGNATURE = 22;

/** The signed time at which a school's form was shown. */
export async function signedTime(context: AppContext, schoolId: string): Promise<string> {
  const time = context.clock.now().getTime().toString(36);
  return `${time}.${await signature(context, schoolId, time)}`;
}

/** The milliseconds since a form was shown, by its signed time; null if that is too old, or not ours. */
export async function formAge(context: AppContext, schoolId: string, signed: string): Promise<number | null> {
  const [time = '', given = ''] = signed.split('.');
  if (!/^[a-z0-9]{1,12}$/.test(time) || given.length !== SIGNATURE || !/^[\w-]+$/.test(given)) return null;
  const right = await signature(context, schoolId, time);
  if (!isSame(given, right)) return null;
  const age = context.clock.now().getTime() - Number.parseInt(time, 36);
  return age > FORM_AGE_MS.max ? null : age;
}

async function signature(context: AppContext, schoolId: string, time: string): Promise<string> {
  const key = await secretOf(context, SECRET);
  return createHmac('sha256', key).update(`${schoolId} ${time}`).digest('base64url').slice(0, SIGNATURE);
}
