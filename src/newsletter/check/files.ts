import { type Block, DEFINITIONS } from '#newsletter/document/document.ts';
import { isMissing, type MissingFiles } from '#newsletter/document/missing-files.ts';
import { mapFiles, picturesOf } from '#newsletter/document/traits.ts';
import { type Found, quoted, type Scope } from './finding.ts';
import { linksIn, placeOf } from './links.ts';

/** What a block shows, offers or leads to is still there. */

/** Files that were deleted after they had been chosen. */
export function checkFiles({ blocks, missing }: Scope): Found[] {
  return blocks.flatMap((block) => missingIn(block, missing));
}

/** What a rule says about the missing files of one block. The whole picture of a crop is none: readers see the crop. */
export function missingIn(block: Block, missing: MissingFiles): Found[] {
  const addresses = missingAddresses(block, missing);
  if (addresses.size === 0) return [];
  const isGone = ({ address }: { readonly address: string }) => addresses.has(address);
  const pictures = picturesOf(block).filter(isGone);
  const links = linksIn(block).filter(isGone);
  for (const { address } of [...pictures, ...links]) addresses.delete(address);
  return [
    ...pictures.map(({ label, path }) => saying(block, path, label)),
    ...links.map((link) => ({
      ...saying(block, link.path, `The file behind ${quoted(link.words)}`),
      ...placeOf(link),
      ...(link.without && { fix: { label: 'Remove the link', block: link.without } }),
    })),
    ...[...addresses].map(() =>
      saying(block, 'url', `A file of this ${DEFINITIONS[block.type].label.toLowerCase()}`),
    ),
  ];
}

function saying(block: Block, path: string, what: string): Found {
  return { rule: 'file-missing', block, path, message: `${what} was deleted. Choose another.` };
}

function missingAddresses(block: Block, missing: MissingFiles): Set<string> {
  const addresses = new Set<string>();
  if (missing.size === 0) return addresses;
  mapFiles(block, (address, use) => {
    if (use !== 'original' && isMissing(address, missing)) addresses.add(address);
    return address;
  });
  return addresses;
}
