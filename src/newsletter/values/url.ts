import { z } from 'zod';

/** URLs in documents. They are checked by a WHATWG parser (zod's `url`), never by a pattern alone. */

/** The message for a URL that a field does not accept. Source: docs/requirements/screens.md 5.5. */
export const URL_MESSAGE = 'Not valid - please add a valid link which includes http:// or https://';
/** Browsers and mail programs handle longer URLs badly. */
const URL_MAX = 2000;

// Some parsers skip these, so that two of them could read the same URL differently.
const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
// Chromium keeps a space in a host as %20; other parsers refuse the address.
const HOST = /^(?!\.)(?!.*\.\.)[^\s%]+$/;
const web = z.url({ protocol: /^https?$/, hostname: HOST, normalize: true });
const secure = z.url({ protocol: /^https$/, hostname: HOST, normalize: true });
const link = z.url({ protocol: /^(https?|mailto|tel)$/, normalize: true });
const OWN_FILE = /^\/files\/(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]*$/;

/** The normalised http or https URL (ASCII only); null for anything else. */
export function webAddress(text: string): string | null {
  return parse(web, /^\s*https?:\/\/[^\s/?#\\]/i, text);
}

/** The normalised https URL; null for anything else. */
function secureAddress(text: string): string | null {
  return parse(secure, /^\s*https:\/\/[^\s/?#\\]/i, text);
}

/**
 * The normalised URL of a link in rich text (http, https, mailto, tel or an uploaded file's path); null for anything
 * else.
 */
export function linkAddress(text: string): string | null {
  if (isOwnFile(text.trim())) return text.trim();
  if (!/^\s*(mailto|tel):/i.test(text)) return webAddress(text);
  const address = parse(link, /^\s*(mailto|tel):[^\s]/i, text);
  return address?.startsWith('mailto:') ? safeMailto(address) : address;
}

/** The `mailto:` fields that are kept, all visible to the sender of the mail. */
const MAILTO_FIELDS: readonly string[] = ['subject', 'body', 'cc'];

/** A `mailto:` without other fields, and without line breaks, which could inject headers; null if nothing is left. */
function safeMailto(address: string): string | null {
  const [to = '', query = ''] = address.split(/\?(.*)/s);
  const kept = query.split('&').filter((part) => {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    const field = name.toLowerCase();
    // RFC 6068 allows encoded line breaks in the body.
    return MAILTO_FIELDS.includes(field) && isPlain(field === 'body' ? value.replace(/%0[da]/gi, '') : value);
  });
  if (!isPlain(to) || (to === 'mailto:' && kept.length === 0)) return null;
  return kept.length === 0 ? to : `${to}?${kept.join('&')}`;
}

function isPlain(encoded: string): boolean {
  try {
    return !CONTROLS.test(decodeURIComponent(encoded));
  } catch {
    return false;
  }
}

/** Whether a text is the path of an uploaded file: `/files/…`. */
export function isOwnFile(text: string): boolean {
  return text.length <= URL_MAX && OWN_FILE.test(text);
}

/**
 * The URL of a picture that a page or mail loads by itself: an uploaded file made absolute, or a file of `origin`. Null
 * for another host, which would learn who reads the newsletter.
 */
export function pictureAddress(text: string, origin: string): string | null {
  if (isOwnFile(text)) return `${origin}${text}`;
  const address = webAddress(text);
  return address !== null && origin !== '' && address.startsWith(`${origin}/`) ? address : null;
}

/** The URL of a linked file for markup: uploaded files made absolute, others normalised; null if invalid. */
export function fileAddress(text: string, origin: string): string | null {
  return isOwnFile(text) ? `${origin}${text}` : webAddress(text);
}

/** The URL of a button or social media link for markup: https, or an uploaded file made absolute; null if invalid. */
export function secureTarget(text: string, origin: string): string | null {
  return isOwnFile(text) ? `${origin}${text}` : secureAddress(text);
}

function parse(schema: z.ZodType<string>, shape: RegExp, text: string): string | null {
  if (text.length > URL_MAX || CONTROLS.test(text) || !shape.test(text)) return null;
  const result = schema.safeParse(text.trim());
  return result.success ? withoutCredentials(result.data) : null;
}

/** An address without user name and password, because readers may mistake the part before the '@' for the host. */
export function withoutCredentials(address: string): string {
  return address.replace(/^(\s*https?:\/\/)[^/?#\\]*@/i, '$1');
}

// A host with a dot, and an optional path. The last label is letters (or Punycode): 3.50 is not a host.
const TYPED_HOST =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?::\d+)?(?:[/?#].*)?$/iu;
const TYPED_EMAIL = /^[^\s@:/?#%]+@[^\s@:/?#%]+\.[^\s@:/?#%]+$/;
/** A phone number in its printed form, with at least five digits. */
const TYPED_PHONE = /^\+?(?:[ ()-]*\d){5,15}[ ()-]*$/;

/** Completes `www.example.org/a` with `https://`. Anything else is returned unchanged, for the schemas to check. */
export function completeWebAddress(typed: string): string {
  const bare = typed.trim();
  if (bare.length > URL_MAX || !TYPED_HOST.test(bare)) return typed;
  const completed = `https://${bare}`;
  return webAddress(completed) === null ? typed : completed;
}

/** Like `completeWebAddress`; an email address also gets `mailto:`, a phone number gets `tel:` and loses its spaces. */
export function completeLink(typed: string): string {
  const bare = typed.trim();
  if (bare.length > URL_MAX) return typed;
  if (TYPED_EMAIL.test(bare)) return linkAddress(`mailto:${bare}`) ?? typed;
  // '+44 (0)1632': the zero is dialled within the country only.
  if (TYPED_PHONE.test(bare)) return `tel:${bare.replace(/^(\+.*)\(0\)/, '$1').replace(/[^\d+]/g, '')}`;
  return completeWebAddress(typed);
}

const limit = `Limit is ${URL_MAX} symbols`;
const required = z
  .string('Required')
  .trim()
  .min(1, { error: 'Required', abort: true })
  .max(URL_MAX, { error: limit, abort: true });
const typed = (complete: (typed: string) => string) =>
  required.overwrite((words) => withoutCredentials(complete(words)));

/** A schema like `secureUrl` that completes the typed text in its own way. */
export const secureUrlFrom = (complete: (typed: string) => string) =>
  typed(complete).refine((text) => isOwnFile(text) || secureAddress(text) !== null, URL_MESSAGE);

/** The schema of a button or social media link: https, or an uploaded file's path. */
export const secureUrl = secureUrlFrom(completeWebAddress);
/** The schema of an image, video or download: http, https or an uploaded file's path. */
export const fileUrl = typed(completeWebAddress).refine(
  (text) => isOwnFile(text) || webAddress(text) !== null,
  URL_MESSAGE,
);
