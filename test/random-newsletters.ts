import type { Version } from '#newsletter/changes/changes.ts';
import { addBlock, removeBlock, replaceBlock, setWide } from '#newsletter/document/arrange.ts';
import { type Block, LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { blocksOf, findBlock } from '#newsletter/document/layout.ts';
import { changeLayout } from '#newsletter/document/layout-change.ts';
import { moveBlock } from '#newsletter/document/move.ts';
import { picturesOf, textsOf } from '#newsletter/document/traits.ts';

/** Random edits of a newsletter, for tests. */

type Random = () => number;

const at = (random: Random, most: number) => Math.floor(random() * most);

/** A block of one of four types: a heading, a text, events or a picture. */
function randomBlock(random: Random, name: string): Block {
  const kind = at(random, 4);
  if (kind === 0) return { name, type: 'heading', value: { text: `Heading ${name}` } };
  if (kind === 1)
    return {
      name,
      type: 'text',
      value: { html: '<p>One two three</p><p>Four <strong>five</strong> six</p>' },
    };
  if (kind === 2) return { name, type: 'image', value: { url: `/files/${name}.jpg`, alt: 'A fair' } };
  const rows = Array.from({ length: 3 }, (_, row) => eventRow(`${name}-${row}`));
  return { name, type: 'event', value: { rows } };
}

function eventRow(id: string) {
  return { id, title: 'Sports day', description: 'On the field', date: '2026-12-05' };
}

/** One edit of a block's content that adds `mark`. */
function editBlock(random: Random, block: Block, mark: string): Block {
  const texts = textsOf(block);
  const text = texts[at(random, texts.length)];
  if (text === undefined) return picturesOf(block)[0]?.describe(mark) ?? block;
  return text.replace(text.format === 'rich' ? withWord(random, text.text, mark) : `${text.text} ${mark}`);
}

function withWord(random: Random, html: string, word: string): string {
  const words = html.split(' ');
  return words.toSpliced(1 + at(random, words.length - 1), 0, word).join(' ');
}

/** A newsletter of this many blocks, in any layout, some of them wide. */
export function randomVersion(random: Random, blocks: number): Version {
  let document: Version['document'] = {
    layout: 'one_column',
    design: null,
    colours: null,
    issueDate: null,
    columns: [[]],
  };
  document = changeLayout(document, LAYOUT_TYPES[at(random, LAYOUT_TYPES.length)] ?? 'one_column');
  for (let number = 0; number < blocks; number += 1) {
    const block = randomBlock(random, `b${number}`);
    document = addBlock(
      document,
      random() < 0.15 ? { ...block, wide: true } : block,
      placeIn(random, document),
    );
  }
  return { title: 'News', document };
}

function placeIn(random: Random, { columns }: Version['document']) {
  const column = at(random, columns.length);
  return { column, slot: at(random, (columns[column]?.length ?? 0) + 2) };
}

/** One edit that touches only blocks that `mayTouch`, and no setting. Blocks that it adds have names that begin with `mark`. */
export function editVersion(
  random: Random,
  version: Version,
  mark: string,
  mayTouch: (name: string) => boolean = () => true,
): Version {
  const { document } = version;
  const names = blocksOf(document).flatMap(({ name }) => (mayTouch(name) ? [name] : []));
  const name = names[at(random, names.length)];
  const kind = at(random, 10);
  const edited = (next: Version['document']) => ({ ...version, document: next });
  if (name === undefined || kind < 2)
    return edited(
      addBlock(document, randomBlock(random, `${mark}-${at(random, 1e9)}`), placeIn(random, document)),
    );
  const block = findBlock(document, name);
  if (block === null) return version;
  if (kind === 2) return edited(removeBlock(document, name));
  if (kind < 5) return edited(moveBlock(document, name, placeIn(random, document)));
  if (kind === 5) return edited(setWide(document, name, block.wide !== true));
  return edited(replaceBlock(document, editBlock(random, block, `${mark}${at(random, 1e6)}`)));
}
