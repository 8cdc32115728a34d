import { FILES_PATH } from '#contract/files.ts';
import { isEmptySpace, type StoredBlock } from '#newsletter/document.ts';
import { mapFiles } from '#newsletter/traits.ts';
import { withoutProof } from './staff-addresses.ts';

/** Own files stand in the database as paths and leave as absolute addresses, so that the server can move. */

/** Blocks with the addresses of own files as paths. */
export function withPaths(code: readonly StoredBlock[], publicUrl: string): StoredBlock[] {
  const absolute = publicUrl + FILES_PATH;
  const path = (address: string) =>
    withoutProof(address.startsWith(absolute) ? address.slice(publicUrl.length) : address);
  return code.map((block) => (isEmptySpace(block) ? block : mapFiles(block, path)));
}

/** Stored blocks with the paths of own files as addresses, which `addressOf` makes of them. */
export function withAddresses(
  code: readonly StoredBlock[],
  addressOf: (path: string) => string,
): StoredBlock[] {
  const address = (path: string) => (path.startsWith(FILES_PATH) ? addressOf(path) : path);
  return code.map((block) => (isEmptySpace(block) ? block : mapFiles(block, address)));
}

/** A rendering with absolute addresses. Quotes in text are written as entities, so only attributes are touched. */
export function absoluteBody(body: string, publicUrl: string): string {
  return body.replace(/="\/(?=(?:files|assets|fonts|published)\/|favicon)/g, () => `="${publicUrl}/`);
}
