import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { isEmailAddress, withAsciiDomain } from '#contract/fields.ts';
import { keysFrom } from '#server/platform/keys/key.ts';
import { troubleWithFile } from './configured-file.ts';

/** Schemas of environment variables. An error message completes the sentence "NAME takes …". */

/** An invalid variable. The message is one line that names it and says what it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const PROXIES_MAX = 32;

/** One line of text, not empty. */
export const line = (what: string) => z.string().regex(/^[^\p{Cc}]{1,500}$/u, what);
/** An e-mail address. */
export const address = (what: string) =>
  z.string().max(200, what).transform(withAsciiDomain).refine(isEmailAddress, what);

/** An address with one of these protocols. */
export function urlOf(protocols: readonly string[], what: string) {
  const isUrl = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
  return z.string().max(2000, what).refine(isUrl, { error: what, abort: true });
}

/** The files that the address of a PostgreSQL server may name, and the functions that parse their content. */
const DATABASE_FILES = [
  ['sslrootcert', 'a certificate', (content: Buffer) => new X509Certificate(content)],
  ['sslcert', 'a certificate', (content: Buffer) => new X509Certificate(content)],
  ['sslkey', 'a private key', (content: Buffer) => createPrivateKey(content)],
] as const;

/** The address of a PostgreSQL server. The driver reads the files that it names only when it connects. */
export const postgresUrl = urlOf(
  ['postgres:', 'postgresql:'],
  'an address like postgres://user:password@host:5432/database',
).superRefine((text, { addIssue }) => {
  for (const [name, what, open] of DATABASE_FILES) {
    const path = new URL(text).searchParams.get(name);
    const trouble = path && troubleWithFile(path, open);
    if (trouble) addIssue(`in ${name} the path of ${what} in PEM form: ${trouble}`);
  }
});

/** A web address without a path. The output has no trailing slash. */
export const origin = (what: string) =>
  urlOf(['http:', 'https:'], what)
    .refine((text) => ['', '/'].includes(text.slice(new URL(text).origin.length)), what)
    .transform((text) => new URL(text).origin);

/** A whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number, what: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: what, abort: true })
    .transform(Number)
    .pipe(z.number().min(min, what).max(max, what));

/** `news@school.example` or `Name <news@school.example>`. */
export const sender = z
  .string()
  .max(500)
  .transform((text) => {
    const named = /^([^<>\p{Cc}]*)<([^<>\s]+)>$/u.exec(text.trim());
    return named
      ? { name: named[1]?.trim() ?? '', address: withAsciiDomain(named[2] ?? '') }
      : { name: '', address: withAsciiDomain(text.trim()) };
  })
  .refine(
    (from) => isEmailAddress(from.address),
    'an address like news@school.example or Name <news@school.example>',
  );

// The part of an address before the @ has at most 64 characters (RFC 5321); a plus and a token of 44 follow this one.
const BOUNCE_NAME_MAX = 19;

/** The address that reports return to. A plus and a token are added to its name. */
export const bounceAddress = address('an address like bounces@mail.school.example').refine(
  (text) => text.lastIndexOf('@') <= BOUNCE_NAME_MAX && !text.includes('+'),
  `an address with at most ${BOUNCE_NAME_MAX} characters before the @, and no +`,
);

/** The proxies whose `X-Forwarded-For` is trusted. */
export const proxies = z
  .string()
  .max(2000)
  .transform((text): false | number | readonly string[] => {
    if (text === 'false') return false;
    // The nearest proxy only: anything before it in the header may be forged by the caller.
    if (text === 'true') return 1;
    return /^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim());
  })
  .refine(
    (trusted) =>
      trusted === false || (typeof trusted === 'number' ? trusted <= PROXIES_MAX : trusted.every(isNetwork)),
    `true, false, the number of proxies (up to ${PROXIES_MAX}), or their addresses separated by commas`,
  );

function isNetwork(text: string): boolean {
  const [ip = '', bits = '0', more] = text.split('/');
  return isIP(ip) !== 0 && /^\d{1,3}$/.test(bits) && more === undefined;
}

/** A private key in PEM form. Line breaks may be written as `\n`. */
export const privateKey = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine(isRsaKey, 'a private key of RSA in PEM form, its line breaks as such or as \\n');

function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

const KEYS = 'keys as `openssl rand -base64 32` makes them, the newest first';

/** Keys that encrypt secrets in the database. */
export const secretKeys = z.string().transform((text, { addIssue }) => {
  const keys = keysFrom(text);
  if (keys !== null) return keys;
  addIssue(`${KEYS}, separated by commas`);
  return z.NEVER;
});

/** The path of a file with such keys. */
export const keyFile = line('the path of a file').superRefine((path, { addIssue }) => {
  const trouble = troubleWithFile(path, (content) => {
    if (keysFrom(content.toString()) === null) throw new Error('No keys');
  });
  if (trouble !== null) addIssue(`the path of a file with ${KEYS}: ${trouble}`);
});

/** UUIDs, separated by commas. */
export const uuids = z
  .string()
  .max(100_000)
  .transform((text): readonly string[] => text.split(',').map((part) => part.trim().toLowerCase()))
  .refine((ids) => z.array(z.uuid()).safeParse(ids).success, 'the ids of schools, separated by commas');
