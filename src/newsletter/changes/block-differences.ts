import type { Block } from '#newsletter/document/document.ts';
import { coloursOf, datesOf, linksOf, mapFiles, picturesOf, textsOf } from '#newsletter/document/traits.ts';
import { withoutProof } from './changes.ts';

/**
 * The differences between two versions of a block, for the middle of a sentence: 'words', 'picture', 'dates'.
 * 'settings' if no trait describes them.
 */
export function blockDifferences(was: Block, is: Block): readonly string[] {
  const found = PARTS.flatMap(([name, partOf]) => (partOf(was) === partOf(is) ? [] : [name]));
  const isPicture = found.includes('picture');
  // A picture is a file as well.
  const named = isPicture ? found.filter((name) => name !== 'file') : found;
  return named.length > 0 ? named : ['settings'];
}

const PARTS: readonly (readonly [name: string, partOf: (block: Block) => string])[] = [
  ['words', (block) => JSON.stringify(textsOf(block).map(({ text }) => text))],
  ['dates', (block) => JSON.stringify(datesOf(block))],
  ['picture', (block) => JSON.stringify(picturesOf(block).map(({ address }) => withoutProof(address)))],
  ['description of the picture', (block) => JSON.stringify(picturesOf(block).map(({ alt }) => alt ?? null))],
  ['file', filesIn],
  ['link', (block) => JSON.stringify(linksOf(block).map(({ address }) => address))],
  [
    'colours',
    (block) => JSON.stringify(coloursOf(block).map(({ color, background }) => [color, background])),
  ],
  ['width', (block) => String(block.wide)],
  ['background', (block) => String(block.tint)],
  ['who sees it', (block) => JSON.stringify(block.audience ?? null)],
];

function filesIn(block: Block): string {
  const files: string[] = [];
  mapFiles(block, (address, use) => {
    if (use !== 'link') files.push(withoutProof(address));
    return address;
  });
  return JSON.stringify(files);
}
