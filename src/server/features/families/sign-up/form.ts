import { createHmac } from 'node:crypto';
import { FORM_AGE_MS, familyEmail } from '#contract/families/sign-up.ts';
import { GROUPS_MAX } from '#contract/groups/groups.ts';
import { meantAddress } from '#contract/mail/meant-address.ts';
import type { AppContext } from '#server/context.ts';
import type { Offer } from '#server/features/families/offer.ts';
import { isSame } from '#server/platform/is-same.ts';
import { secretOf } from '#server/platform/secrets.ts';

/** The form of a sign-up, as it is sent. */

/** What was typed and chosen. */
export interface Typed {
  readonly email: string;
  readonly groupIds: readonly string[];
  readonly language: string;
}

export const NOTHING_TYPED: Typed = { email: '', groupIds: [], language: '' };

/**
 * The names of its fields. People do not see `website`: only programs fill it in. `meant` is a button's, `asked` the address that was
 * doubted, `again` says that it comes from the page that asks to look for the mail.
 */
export const FIELDS = {
  begun: 'begun',
  trap: 'website',
  meant: 'meant',
  asked: 'asked',
  again: 'again',
} as const;

const TYPED_MAX = 500;

/** The address that was typed, or that a button has taken instead. */
export function typedAddress(form: URLSearchParams): string {
  return (form.get(FIELDS.meant) ?? form.get('email') ?? '').slice(0, TYPED_MAX);
}

/** Keeps what the school offers, and what can be shown again. */
export function typedIn(form: URLSearchParams, offer: Offer): Typed {
  const chosen = new Set(form.getAll('groups').slice(0, GROUPS_MAX));
  const language = form.get('language') ?? '';
  return {
    email: typedAddress(form),
    groupIds: offer.groups.filter(({ id }) => chosen.has(id)).map(({ id }) => id),
    language: offer.languages.includes(language) ? language : '',
  };
}

/** What was typed, to send it once more. */
export function fieldsOf({ email, groupIds, language }: Typed): readonly (readonly [string, string])[] {
  return [['email', email], ...groupIds.map((id) => ['groups', id] as const), ['language', language]];
}

/** Whether an address is probably misspelt, and nobody has asked about it yet. */
export function isDoubted(form: URLSearchParams, email: string): boolean {
  return meantAddress(email) !== null && form.get(FIELDS.asked) !== email;
}

/** The address that was typed; null if it is none. */
export function addressIn({ email }: Typed): string | null {
  return familyEmail.safeParse(email).data ?? null;
}

const SECRET = 'family-form';
const SIGNATURE = 22;

/** A signed time: when a form of a school was shown. */
export async function signedTime(context: AppContext, schoolId: string): Promise<string> {
  const time = context.clock.now().getTime().toString(36);
  return `${time}.${await signature(context, schoolId, time)}`;
}

/** How long ago a form was shown, by its signed time, in milliseconds; null if that is too old, or not ours. */
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
