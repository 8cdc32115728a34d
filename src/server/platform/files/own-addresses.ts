import { createHmac, timingSafeEqual } from 'node:crypto';
import { FILES_PATH } from '#contract/files.ts';
import type { MapAddress } from '#newsletter/document/block.ts';
import { isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { mapFiles } from '#newsletter/document/traits.ts';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { isOwnFile } from '#newsletter/values/url.ts';
import type { AppContext } from '#server/context.ts';
import { secretOf } from '#server/platform/secrets.ts';

/**
 * The addresses of own files: paths in the database, absolute outside of it, so that the server can move.
 *
 * Staff see files that no reader may under `/files/<proof>/<key>`. A browser asks for a picture
 * without a sign-in, so the proof that somebody of the school was told the address stands in it. It is the same for a
 * week, so that drafts can be compared, and good for one to two; and for the owner's files alone: of another's file
 * anybody can learn the key while it is published. An owner is a school, or a person who has none yet, by id.
 */

const SECRET = 'staff files';
const WEEK_MS = 7 * DAY_MS;
const MAC_BYTES = 16;
const PROOF = /^([0-9a-z]{1,6})-([\w-]{22})$/;
const FILE_KEY = '[a-z0-9]{32}\\.[a-z0-9]{3,4}';
const PROVED_PATH = new RegExp(`^${FILES_PATH}[0-9a-z]{1,6}-[\\w-]{22}/(?=${FILE_KEY}$)`);
// As people paste it: in the address of a viewer, encoded, even twice, with slashes doubled or turned. What separates the
// parts is told apart, or a text of nothing but encoded letters would be tried in every way. A week has three letters
// until the year 2864.
const encoded = (hex: string, decimal: string) => `%(?:25)*(?:${hex})|&#(?:${decimal}|x(?:${hex}));`;
const LETTER = `[\\w-]|${encoded('[0-9a-f]{2}', '\\d{2,3}')}`;
const DASH = `-|${encoded('2d', '45')}`;
const SLASH = `[/\\\\]|${encoded('2f|5c', '47|92')}`;
const DOT = `\\.|${encoded('2e', '46')}`;
const PROOF_IN_TEXT = new RegExp(
  `(?:${LETTER}){3}(?:${DASH})(?:${LETTER}){22}(?:${SLASH}){1,8}(?=(?:${LETTER}){32}(?:${DOT})[a-z0-9]{3,4})`,
  'gi',
);
const PATH = new RegExp(`^${FILES_PATH}${FILE_KEY}$`);
const PATH_IN_MARKUP = new RegExp(`="${FILES_PATH}(${FILE_KEY})"`, 'g');
const KEY_IN_TEXT = new RegExp(`${FILES_PATH}(${FILE_KEY})`, 'g');

/** Makes addresses for staff. */
export interface StaffAddresses {
  /** The absolute address for an own file's path. */
  addressOf(path: string): string;
  /** A rendering in which own files stand with absolute addresses instead of paths. */
  inMarkup(markup: string): string;
  /** A mail, or its text part, in which own files stand with absolute addresses, and again do. */
  inMail(mail: string): string;
}

/** Addresses for an owner's staff that are good from now on. Not within a transaction: see `secretOf`. */
export async function staffAddresses(context: AppContext, ownerId: string): Promise<StaffAddresses> {
  const secret = await secretOf(context, SECRET);
  const week = weekOf(context).toString(36);
  const { publicUrl } = context.config;
  const proved = (key: string) =>
    `${publicUrl}${FILES_PATH}${week}-${mac(secret, week, ownerId, key)}/${key}`;
  return {
    addressOf: (path) => (PATH.test(path) ? proved(path.slice(FILES_PATH.length)) : publicUrl + path),
    inMarkup: (markup) => markup.replace(PATH_IN_MARKUP, (_, key: string) => `="${proved(key)}"`),
    inMail: (mail) =>
      mail.replace(KEY_IN_TEXT, (path: string, key: string, at: number) =>
        mail.startsWith(publicUrl, at - publicUrl.length) ? proved(key).slice(publicUrl.length) : path,
      ),
  };
}

/** Whether a proof is good for an owner's file, now. */
export async function isProved(
  context: AppContext,
  proof: string,
  { ownerId, key }: { readonly ownerId: string; readonly key: string },
): Promise<boolean> {
  const [, week = '', given = ''] = PROOF.exec(proof) ?? [];
  const age = weekOf(context) - Number.parseInt(week, 36);
  if (age !== 0 && age !== 1) return false;
  const made = mac(await secretOf(context, SECRET), week, ownerId, key);
  return timingSafeEqual(Buffer.from(made), Buffer.from(given));
}

function withoutSignature(path: string): string {
  return path.replace(PROVED_PATH, FILES_PATH);
}

/** Text in which addresses of own files stand without proofs, however they are written. */
export function withoutSignatures(text: string): string {
  return text.replace(PROOF_IN_TEXT, '');
}

/** The keys of own files that a rendering shows. */
export function fileKeysIn(markup: string): readonly string[] {
  return [...new Set([...markup.matchAll(KEY_IN_TEXT)].map(([, key = '']) => key))];
}

/**
 * Blocks with the addresses of own files as paths, linked ones too. No proof for staff is left anywhere: people paste an
 * address as a text, as the description of a picture, or into the address of a viewer.
 */
export function withPaths(code: readonly StoredBlock[], publicUrl: string): readonly StoredBlock[] {
  const paths = code.map((block) =>
    isEmptySpace(block) ? block : mapFiles(block, (address) => storedPath(address, publicUrl)),
  );
  const written = JSON.stringify(paths);
  const clean = withoutSignatures(written);
  return clean === written ? paths : upgradeCode(JSON.parse(clean));
}

/** A link as it is stored: without the proof for staff where it leads to an own file. */
export function linkWithoutProof(link: string, publicUrl: string): string {
  const path = storedPath(link, publicUrl);
  return path === link ? withoutSignatures(link) : publicUrl + path;
}

/**
 * The path under which an address of an own file is stored, however it is written: with a query, encoded, by either
 * protocol, with a proof. Others stay as they are.
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

/** Stored blocks with the paths of own files as addresses, which `addressOf` makes of them; links stay as they are stored. */
export function withAddresses(
  code: readonly StoredBlock[],
  addressOf: (path: string) => string,
): StoredBlock[] {
  const address: MapAddress = (path, use) =>
    use !== 'link' && path.startsWith(FILES_PATH) ? addressOf(path) : path;
  return code.map((block) => (isEmptySpace(block) ? block : mapFiles(block, address)));
}

/** A rendering with absolute addresses. Quotes in text are written as entities, so only attributes are touched. */
export function absoluteBody(body: string, publicUrl: string): string {
  return body.replace(/="\/(?=(?:files|assets|fonts|published)\/|favicon)/g, () => `="${publicUrl}/`);
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
