import { createHmac } from 'node:crypto';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import type { MapAddress } from '#newsletter/document/block.ts';
import { isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { mapFiles } from '#newsletter/document/traits.ts';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { isOwnFile } from '#newsletter/values/url.ts';
import type { AppContext } from '#server/context.ts';
import { isSame } from '#server/platform/is-same.ts';
import { secretOf } from '#server/platform/secrets.ts';

/**
 * The addresses of own files: paths in the database, absolute elsewhere, so that the server can move.
 *
 * Staff see unpublished files under `/files/<proof>/<key>`. Browsers load pictures without a session, so the address holds
 * a signature as proof of access. It stays the same for a week, so that drafts can be compared, and is valid for one to two
 * weeks. It is bound to the owner, because anybody can learn the key of a published file. An owner is the id of a school,
 * or of a person who has none yet.
 */

const SECRET = 'staff files';
const WEEK_MS = 7 * DAY_MS;
const MAC_BYTES = 16;
const PROOF = /^([0-9a-z]{1,6})-([\w-]{22})$/;
const FILE_KEY = '[a-z0-9]{32}\\.[a-z0-9]{3,4}';
const SIGNED_PATH = new RegExp(`^${FILES_PATH}[0-9a-z]{1,6}-[\\w-]{22}/(?=${FILE_KEY}$)`);
// A proof as people paste it: within another URL, encoded once or twice, with doubled slashes or backslashes.
// Separators have their own patterns, since a text of encoded letters would otherwise cause catastrophic backtracking.
// The week has three characters until the year 2864.
const encoded = (hex: string, decimal: string) => `%(?:25)*(?:${hex})|&#(?:${decimal}|x(?:${hex}));`;
const LETTER = `[\\w-]|${encoded('[0-9a-f]{2}', '\\d{2,3}')}`;
const DASH = `-|${encoded('2d', '45')}`;
const SLASH = `[/\\\\]|${encoded('2f|5c', '47|92')}`;
const DOT = `\\.|${encoded('2e', '46')}`;
const SIGNATURE_IN_TEXT = new RegExp(
  `(?:${LETTER}){3}(?:${DASH})(?:${LETTER}){22}(?:${SLASH}){1,8}(?=(?:${LETTER}){32}(?:${DOT})[a-z0-9]{3,4})`,
  'gi',
);
const PATH = new RegExp(`^${FILES_PATH}${FILE_KEY}$`);
const PATH_IN_MARKUP = new RegExp(`="${FILES_PATH}(${FILE_KEY})"`, 'g');
// Also within `srcset` and `url(…)`, after a quote, a space, a comma or a bracket.
const ADDRESS_IN_MARKUP = new RegExp(`(["'\\s,(])((?:https?://[^/"'\\s]+)?)${FILES_PATH}(${FILE_KEY})`, 'g');
const KEY_IN_TEXT = new RegExp(`${FILES_PATH}(${FILE_KEY})`, 'g');

/** Creates addresses for staff. */
export interface StaffAddresses {
  /** The absolute address of an own file's path. */
  addressOf(path: string): string;
  /** Replaces the paths of own files in a rendering with absolute addresses. */
  inMarkup(markup: string): string;
  /** Replaces all addresses of own files in a page or a mail, those of copies and links included. */
  everywhere(markup: string): string;
  /** Adds proofs to the absolute addresses of own files in a mail or its text part. */
  inMail(mail: string): string;
}

/** Creates addresses for an owner's staff. Do not call it within a transaction: see `secretOf`. */
export async function staffAddresses(context: AppContext, ownerId: string): Promise<StaffAddresses> {
  const secret = await secretOf(context, SECRET);
  const week = weekOf(context).toString(36);
  const { publicUrl } = context.config;
  const signedAddress = (key: string) =>
    `${publicUrl}${FILES_PATH}${week}-${mac(secret, week, ownerId, key)}/${key}`;
  return {
    addressOf: (path) => (PATH.test(path) ? signedAddress(path.slice(FILES_PATH.length)) : publicUrl + path),
    inMarkup: (markup) => markup.replace(PATH_IN_MARKUP, (_, key: string) => `="${signedAddress(key)}"`),
    everywhere: (markup) => withOwnFiles(markup, publicUrl, signedAddress),
    inMail: (mail) =>
      mail.replace(KEY_IN_TEXT, (path: string, key: string, at: number) =>
        mail.startsWith(publicUrl, at - publicUrl.length) ? signedAddress(key).slice(publicUrl.length) : path,
      ),
  };
}

/** Whether a proof is currently valid for an owner's file. */
export async function isValidProof(
  context: AppContext,
  proof: string,
  { ownerId, key }: { readonly ownerId: string; readonly key: string },
): Promise<boolean> {
  const [, week = '', given = ''] = PROOF.exec(proof) ?? [];
  const age = weekOf(context) - Number.parseInt(week, 36);
  if (age !== 0 && age !== 1) return false;
  const expected = mac(await secretOf(context, SECRET), week, ownerId, key);
  return isSame(expected, given);
}

/** Replaces the addresses of own files in the attributes of a page or a mail, by their keys. */
export function withOwnFiles(markup: string, publicUrl: string, addressOf: (key: string) => string): string {
  return markup.replace(ADDRESS_IN_MARKUP, (whole, before: string, origin: string, key: string) =>
    origin === '' || origin === publicUrl ? before + addressOf(key) : whole,
  );
}

function withoutSignature(path: string): string {
  return path.replace(SIGNED_PATH, FILES_PATH);
}

/** Removes the proofs from addresses of own files in a text, in any encoding. */
export function withoutSignatures(text: string): string {
  return text.replace(SIGNATURE_IN_TEXT, '');
}

/** The keys of own files in a rendering. */
export function fileKeysIn(markup: string): readonly string[] {
  return [...new Set([...markup.matchAll(KEY_IN_TEXT)].map(([, key = '']) => key))];
}

/**
 * Converts the addresses of own files in blocks to paths, also in links, and removes all proofs: people paste addresses
 * into texts, into descriptions of pictures and into other URLs.
 */
export function withPaths(code: readonly StoredBlock[], publicUrl: string): readonly StoredBlock[] {
  const paths = code.map((block) =>
    isEmptySpace(block) ? block : mapFiles(block, (address) => storedPath(address, publicUrl)),
  );
  const written = JSON.stringify(paths);
  const clean = withoutSignatures(written);
  return clean === written ? paths : upgradeCode(JSON.parse(clean));
}

/** Removes the proof from a link to an own file. */
export function linkWithoutProof(link: string, publicUrl: string): string {
  const path = storedPath(link, publicUrl);
  return path === link ? withoutSignatures(link) : publicUrl + path;
}

/**
 * Converts an address of an own file to its stored path: with or without query, encoding, TLS or proof. Returns other
 * addresses unchanged.
 */
export function storedPath(address: string, publicUrl: string): string {
  const { host } = new URL(publicUrl);
  const base = `http://${host}`;
  if (!URL.canParse(address, base)) return address;
  const url = new URL(address, base);
  const path = withoutSignature(decoded(url.pathname));
  const isOurs = url.host === host && /^https?:$/.test(url.protocol);
  return isOurs && isOwnFile(path) ? path : address;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Converts the paths of own files in blocks to addresses by `addressOf`. Links stay unchanged. */
export function withAddresses(
  code: readonly StoredBlock[],
  addressOf: (path: string) => string,
): StoredBlock[] {
  const address: MapAddress = (path, use) =>
    use !== 'link' && path.startsWith(FILES_PATH) ? addressOf(path) : path;
  return code.map((block) => (isEmptySpace(block) ? block : mapFiles(block, address)));
}

/** Makes the addresses in a rendering absolute. Texts contain quotes only as entities, so only attributes match. */
export function absoluteBody(body: string, publicUrl: string): string {
  return body
    .replace(/ srcset="[^"]*"/g, (list) => list.replace(/, \/(?=files\/)/g, () => `, ${publicUrl}/`))
    .replace(/="\/(?=(?:files|assets|fonts|published)\/|favicon)/g, () => `="${publicUrl}/`);
}

function weekOf({ clock }: AppContext): number {
  return Math.floor(clock.now().getTime() / WEEK_MS);
}

function mac(secret: Buffer, week: string, ownerId: string, key: string): string {
  return createHmac('sha256', secret)
    .update(`${week} ${ownerId} ${key}`)
    .digest()
    .subarray(0, MAC_BYTES)
    .toString('base64url');
}
