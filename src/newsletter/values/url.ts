import { z } from 'zod';

/** Addresses in documents: checked by a WHATWG parser (zod's `url`), never by a pattern alone. */

/** For an address that is not what its field takes. Source: docs/requirements/screens.md 5.5. */
export const URL_MESSAGE = 'Not valid - please add a valid link which includes http:// or https://';
/** Browsers and mail programs cope with longer ones badly. */
const URL_MAX = 2000;

// Parsers skip some of these, so that two readers of one address could disagree.
const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
const HOST = /^(?!\.)(?!.*\.\.)[^\s]+$/;
const web = z.url({ protocol: /^https?$/, hostname: HOST, normalize: true });
const secure = z.url({ protocol: /^https$/, hostname: HOST, normalize: true });
const link = z.url({ protocol: /^(https?|mailto|tel)$/, normalize: true });
const OWN_FILE = /^\/files\/(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]*$/;

/** The normalised http or https address (ASCII only), or null. */
export function webAddress(text: string): string | null {
  return parse(web, /^\s*https?:\/\/[^\s/?#\\]/i, text);
}

/** The normalised https address, or null. */
export function secureAddress(text: string): string | null {
  return parse(secure, /^\s*https:\/\/[^\s/?#\\]/i, text);
}

/** The normalised address of a link in rich text (http, https, mailto, tel, or the path of an own file), or null. */
export function linkAddress(text: string): string | null {
  if (isOwnFile(text.trim())) return text.trim();
  if (!/^\s*(mailto|tel):/i.test(text)) return webAddress(text);
  const address = parse(link, /^\s*(mailto|tel):[^\s]/i, text);
  return address?.startsWith('mailto:') ? plainMailto(address) : address;
}

/** What a link may put into a letter besides whom it is to: nothing that whoever sends it does not see. */
const LETTER_FIELDS: readonly string[] = ['subject', 'body', 'cc'];

/** A `mailto:` without other fields and without line breaks that would make fields of their own; null where nothing is left. */
function plainMailto(address: string): string | null {
  const [to = '', query = ''] = address.split(/\?(.*)/s);
  const kept = query.split('&').filter((part) => {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    const field = name.toLowerCase();
    // RFC 6068: the lines of a body are parted so.
    return LETTER_FIELDS.includes(field) && isPlain(field === 'body' ? value.replace(/%0[da]/gi, '') : value);
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

/** Whether this is the path of a file of ours, as it stands in documents: `/files/…`. */
export function isOwnFile(text: string): boolean {
  return text.length <= URL_MAX && OWN_FILE.test(text);
}

/** What goes into markup for an image or a file: own paths made absolute, others normalised, null if neither. */
export function fileAddress(text: string, origin: string): string | null {
  return isOwnFile(text) ? `${origin}${text}` : webAddress(text);
}

/** What goes into markup for a button's or a social network's link: https, or an own path made absolute; null if neither. */
export function secureTarget(text: string, origin: string): string | null {
  return isOwnFile(text) ? `${origin}${text}` : secureAddress(text);
}

function parse(schema: z.ZodType<string>, shape: RegExp, text: string): string | null {
  if (text.length > URL_MAX || CONTROLS.test(text) || !shape.test(text)) return null;
  const result = schema.safeParse(text.trim());
  return result.success ? withoutCredentials(result.data) : null;
}

// Readers would send them to whoever has the address, and take what stands before the '@' for where it leads.
function withoutCredentials(address: string): string {
  return address.replace(/^(https?:\/\/)[^/?#@]*@/, '$1');
}

const limit = `Limit is ${URL_MAX} symbols`;
const required = z
  .string('Required')
  .trim()
  .min(1, { error: 'Required', abort: true })
  .max(URL_MAX, { error: limit, abort: true });

/** Schema of a button's or a social network's link: https, or a path of an own file. */
export const secureUrl = required.refine(
  (text) => isOwnFile(text) || secureAddress(text) !== null,
  URL_MESSAGE,
);
/** Schema of an image, a video or a download: http, https or a path of an own file. */
export const fileUrl = required.refine((text) => isOwnFile(text) || webAddress(text) !== null, URL_MESSAGE);
