import { z } from 'zod';
import { cleanLines } from '#newsletter/document/lines.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';
import { completeWebAddress, withoutCredentials } from '#newsletter/values/url.ts';

/** Field rules that several forms share, each with its message. Source: docs/requirements/screens.md 5. */

/** The longest text field, in characters. */
export const TEXT_MAX = 200;
const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 50;

export const FIELD_MESSAGES = {
  required: 'Field is required',
  limit: `Limit is ${TEXT_MAX} symbols`,
  email: 'A valid email address is required',
  emailLocal:
    'Before the @ of an email address there can be only plain letters, digits and signs: mail servers do not take letters such as ü or é there',
  nameAddress: 'Please leave out web and email addresses, and put a space after each full stop',
  website: 'Invalid url format, should start with https:// or http://',
  passwordRequired: 'Password is required',
  passwordShort: 'Password is too short',
  passwordLong: 'Password is to long',
  passwordPattern: 'Password must contain at least 8 characters, one uppercase and one number',
  passwordsMatch: 'Passwords must match',
  passwordHint: '8 or more characters, at least one number and one capital letter',
} as const;

// These texts end up in mail headers, where a line break would start a new header.
const oneLine = (text: string) => withoutInvisible(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim();

/** One line of text, 1 to 200 characters after trimming. */
export function requiredString(message: string = FIELD_MESSAGES.required) {
  return z
    .string(message)
    .max(10_000, FIELD_MESSAGES.limit)
    .transform(oneLine)
    .pipe(z.string().min(1, message).max(TEXT_MAX, FIELD_MESSAGES.limit));
}

/** One line of text that may be empty. */
export const optionalText = z
  .string(FIELD_MESSAGES.required)
  .max(10_000, FIELD_MESSAGES.limit)
  .transform(oneLine)
  .pipe(z.string().max(TEXT_MAX, FIELD_MESSAGES.limit));

/** Several lines, or none. */
export const optionalLines = z
  .string(FIELD_MESSAGES.required)
  .max(10_000, FIELD_MESSAGES.limit)
  .transform(cleanLines)
  .pipe(z.string().max(TEXT_MAX, FIELD_MESSAGES.limit));

// Matches what mail programs turn into links: a full stop without a space, followed by a possible top-level
// domain. Abbreviations (C.E., Ph.D., C.of E.) and numbers do not match.
const DOTTED =
  /(?<=[^\s.])[.．。｡․]\p{Cf}*(?!(?:of|and|the)(?![\p{L}\p{N}\p{Cf}.．。｡․-]))(?=\p{L}\p{Cf}*[\p{L}\p{N}-])/giu;

/** Makes a name safe in mails, so that mail programs turn nothing in it into a link. Also for names stored earlier. */
export function withoutAddresses(name: string): string {
  return withoutInvisible(name)
    .replaceAll('://', ': ')
    .replace(DOTTED, (dot) => `${dot} `);
}

const isPlainName = (text: string) => withoutAddresses(text) === text;

/** The name of a school or person. It appears in mails to others, so it may hold no address. */
export function requiredName(message: string = FIELD_MESSAGES.required) {
  return requiredString(message).refine(isPlainName, FIELD_MESSAGES.nameAddress);
}

/** Like `requiredName`, but may be empty. */
export const optionalName = optionalText.refine(isPlainName, FIELD_MESSAGES.nameAddress);

// Removes what is copied along with an address: invisible characters, and the separator after it.
const copiedAddress = (text: string) =>
  withoutInvisible(text)
    .trim()
    .replace(/[;,.]{1,9}$/, '');

const hostUrl = z.url({ protocol: /^http$/, hostname: /./, normalize: true });

/** An address with its domain in ASCII, as mail servers use it: 'schäfer.example' becomes 'xn--schfer-dua.example'. Source: RFC 5891. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 1 || !/\P{ASCII}/u.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return address;
  const written = hostUrl.safeParse(`http://${domain}`).data;
  return written === undefined ? address : `${address.slice(0, at)}@${written.slice('http://'.length, -1)}`;
}

/** Part of an address as people search for it, with its domain in ASCII: also 'schäfer' and 'info@schäfer.example'. */
export function searchedInAscii(word: string): string {
  if (word.lastIndexOf('@') > 0) return withAsciiDomain(word);
  const local = word.startsWith('@') ? 'a' : 'a@';
  return withAsciiDomain(`${local}${word}`).slice(local.length);
}

// Zod's pattern, plus & and /, which families' addresses contain, and domains of other scripts in their ASCII form.
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.&/]*[a-z0-9_+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;
/** Whether mail servers accept a text as an e-mail address, in any case. */
export function isEmailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

const isLocalAscii = (address: string) => /^\p{ASCII}*@|^[^@]*$/u.test(address);

/** An e-mail address in lower case, its domain in ASCII: one address is one account. */
export const email = z
  .string(FIELD_MESSAGES.email)
  .max(10_000, FIELD_MESSAGES.email)
  .transform((text) => withAsciiDomain(copiedAddress(text)).toLowerCase())
  .pipe(
    z
      .string()
      .refine(isLocalAscii, { error: FIELD_MESSAGES.emailLocal, abort: true })
      .refine(isEmailAddress, FIELD_MESSAGES.email)
      .max(TEXT_MAX, FIELD_MESSAGES.limit),
  );

/** Keeps digits, dots and hyphens: all that a phone field accepts. */
export function stripPhone(text: string): string {
  return text.replace(/[^0-9.-]/g, '');
}

/** A phone number, reduced by `stripPhone`. */
export const phone = z
  .string(FIELD_MESSAGES.required)
  .max(10_000, FIELD_MESSAGES.limit)
  .transform(stripPhone)
  .pipe(z.string().min(1, FIELD_MESSAGES.required).max(TEXT_MAX, FIELD_MESSAGES.limit));

/** Like `phone`, but may be empty. */
export const optionalPhone = z
  .string(FIELD_MESSAGES.required)
  .max(10_000, FIELD_MESSAGES.limit)
  .transform(stripPhone)
  .pipe(z.string().max(TEXT_MAX, FIELD_MESSAGES.limit));

/** A web address with http or https; `https://` is added to one without either. */
export const website = requiredString()
  .transform((typed) => withoutCredentials(completeWebAddress(typed)))
  .pipe(
    z
      .url({ protocol: /^https?$/, hostname: /^[^\s]+$/, error: FIELD_MESSAGES.website, abort: true })
      .regex(/^https?:\/\//i, FIELD_MESSAGES.website),
  );

/** The password of a login. Only its length is checked. */
export const signInPassword = z
  .string(FIELD_MESSAGES.passwordRequired)
  .min(1, FIELD_MESSAGES.passwordRequired)
  .max(PASSWORD_MAX, FIELD_MESSAGES.passwordLong);

/** A new password. Its strength is checked by `passwordStrength`. */
export const newPassword = z
  .string(FIELD_MESSAGES.required)
  .min(1, { error: FIELD_MESSAGES.required, abort: true })
  .min(PASSWORD_MIN, { error: FIELD_MESSAGES.passwordShort, abort: true })
  .max(PASSWORD_MAX, { error: FIELD_MESSAGES.passwordLong, abort: true })
  .regex(/^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\p{Nd})/su, FIELD_MESSAGES.passwordPattern);

/** A token from a mailed link. It is opaque, so only its length is checked. */
export const mailedToken = z.string().min(1).max(200);
