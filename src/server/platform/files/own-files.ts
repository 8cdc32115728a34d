import { FILES_PATH } from '#contract/files.ts';
import type { MapAddress } from '#newsletter/document/block.ts';
import { isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { mapFiles } from '#newsletter/document/traits.ts';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import { isOwnFile } from '#newsletter/values/url.ts';
import { withoutSignature, withoutSignatures } from './staff-addresses.ts';

/** Own files stand in the database as paths and leave as absolute addresses, so that the server can move. */

/**
 * Blocks with the addresses of own files as paths, linked ones too. No proof for staff is left anywhere: people paste an
 * address as a text, as the description of a picture, or into the address of a viewer.
 */
export function withPaths(code: readonly StoredBlock[], publicUrl: string): readonly StoredBlock[] {
  const { host } = new URL(publicUrl);
  const paths = code.map((block) =>
    isEmptySpace(block) ? block : mapFiles(block, (address) => pathOf(address, host)),
  );
  const written = JSON.stringify(paths);
  const clean = withoutSignatures(written);
  return clean === written ? paths : upgradeCode(JSON.parse(clean));
}

/** A link as it is stored: without the proof for staff where it leads to an own file. */
export function linkWithoutProof(link: string, publicUrl: string): string {
  const path = pathOf(link, new URL(publicUrl).host);
  return path === link ? withoutSignatures(link) : publicUrl + path;
}

// However an address of ours is written: with a query, encoded, by either protocol. Others stay as they are.
function pathOf(address: string, host: string): string {
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
