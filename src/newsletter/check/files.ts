import { type Block, DEFINITIONS } from '#newsletter/document/document.ts';
import { isMissing, type MissingFiles } from '#newsletter/document/missing-files.ts';
import { mapFiles, picturesOf } from '#newsletter/document/traits.ts';
import { quoted, type RuleFinding, type Scope } from './finding.ts';
import { linksIn, locationOf } from './links.ts';

/** Finds uploads that are used in blocks but were deleted. */
export function checkFiles({ blocks, missing }: Scope): RuleFinding[] {
  return blocks.flatMap((block) => missingIn(block, missing));
}

/** Findings for the missing files of one block. The original of a crop may be missing: readers see only the crop. */
export function missingIn(block: Block, missing: MissingFiles): RuleFinding[] {
  const addresses = missingAddresses(block, missing);
  if (addresses.size === 0) return [];
  const isMissing = ({ address }: { readonly address: string }) => addresses.has(address);
  const pictures = picturesOf(block).filter(isMissing);
  const links = linksIn(block).filter(isMissing);
  for (const { address } of [...pictures, ...links]) addresses.delete(address);
  return [
    ...pictures.map(({ label, path }) => findingFor(block, path, label)),
    ...links.map((link) => ({
      ...findingFor(block, link.path, `The file behind ${quoted(link.words)}`),
      ...locationOf(link),
      ...(link.without && { fix: { label: 'Remove the link', block: link.without } }),
    })),
    ...[...addresses].map(() =>
      findingFor(block, 'url', `A file of this ${DEFINITIONS[block.type].label.toLowerCase()}`),
    ),
  ];
}

function findingFor(block: Block, path: string, what: string): RuleFinding {
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
