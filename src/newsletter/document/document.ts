import { z } from 'zod';
import { BLOCKS } from '#newsletter/blocks/index.ts';
import { DEFAULT_SETTINGS, type NewsletterSettings, settingsIn } from '#newsletter/settings/settings.ts';
import { isSameAudience } from './audience.ts';
import {
  AUDIENCE_GROUPS_MAX,
  BLOCK_MESSAGES,
  type BlockDefinition,
  type BlockEnvelope,
  blockName,
  strict,
} from './block.ts';
import { alignWide, type Slots, trimColumn, withFootLast } from './segments.ts';

/** The document: columns of blocks in memory, and one list of blocks (`code`) when stored or sent. */

/** The layouts of a newsletter. The form's 'latest template' is not a layout. */
export const LAYOUT_TYPES = [
  'one_column',
  'two_columns_center',
  'two_columns_left',
  'two_columns_right',
] as const;
export const layoutTypeSchema = z.enum(LAYOUT_TYPES, 'Please choose a layout');
export type LayoutType = z.infer<typeof layoutTypeSchema>;

/** The most blocks in a newsletter, without empty space. Source: docs/requirements/calls.md 4.2. */
export const CODE_MAX_BLOCKS = 200;
/** The maximum size of `code` as JSON, in bytes. Source: docs/requirements/calls.md 4.2. */
export const CODE_MAX_BYTES = 1024 * 1024;
// Leaves room for empty space, for example when one of two columns is empty.
const CODE_MAX_LENGTH = 1000;

const CODE_MESSAGES = {
  list: 'Should be a list of blocks',
  type: 'Unknown block type',
  count: `Limit is ${CODE_MAX_BLOCKS} blocks. Please remove some`,
  bytes: 'This newsletter is too large. Please remove something',
  name: 'Each block needs a name of its own',
} as const;

/** The type of a block. */
export type BlockType = keyof typeof BLOCKS;
/** The value of each block type. */
export type BlockValues = { [Type in BlockType]: z.output<(typeof BLOCKS)[Type]['schema']> };
/** A block in memory: `{name, type, value}` and its envelope. */
export type Block<Type extends BlockType = BlockType> = {
  [T in Type]: { name: string; type: T; value: BlockValues[T] } & BlockEnvelope;
}[Type];

const emptySpace = strict({ name: blockName, type: z.literal('empty_space'), value: z.null() });
/** Fills a gap of a column in `code`. */
export type EmptySpace = z.infer<typeof emptySpace>;
/** An element of `code`: a block or empty space. */
export type StoredBlock = Block | EmptySpace;

export function isEmptySpace(block: StoredBlock): block is EmptySpace {
  return block.type === 'empty_space';
}

/** One element of `code`. Rejects unknown types and keys. */
export const blockSchema = z.discriminatedUnion(
  'type',
  [emptySpace, ...Object.values(BLOCKS).map(({ block }) => block)],
  { error: CODE_MESSAGES.type },
);

/** The whole `code`: columns interleaved (even positions left, odd ones right), rich text sanitised. */
export const codeSchema = z
  .array(blockSchema, CODE_MESSAGES.list)
  .max(CODE_MAX_LENGTH, { error: CODE_MESSAGES.count, abort: true })
  .superRefine((code, context) => {
    if (code.filter((block) => !isEmptySpace(block)).length > CODE_MAX_BLOCKS)
      context.addIssue({ code: 'custom', message: CODE_MESSAGES.count });
    if (byteLength(JSON.stringify(code)) > CODE_MAX_BYTES)
      context.addIssue({ code: 'custom', message: CODE_MESSAGES.bytes });
    const groups = new Set(code.flatMap((block) => (isEmptySpace(block) ? [] : (block.audience ?? []))));
    if (groups.size > AUDIENCE_GROUPS_MAX)
      context.addIssue({ code: 'custom', message: BLOCK_MESSAGES.groups });
    const names = new Set<string>();
    for (const [index, { name }] of code.entries()) {
      if (names.has(name))
        context.addIssue({ code: 'custom', message: CODE_MESSAGES.name, path: [index, 'name'] });
      names.add(name);
    }
  });

/** The size of a text in UTF-8 bytes. Counted by hand, as this folder may use no API of Node or browsers. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += 1;
    // A surrogate pair takes four bytes, two for each half.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes += 1;
  }
  return bytes;
}

/** A column’s slots from top to bottom; null is an empty slot between two blocks and is drawn as white space. */
export type Column = Slots<Block>;
/** A newsletter in memory: one or two columns, as its layout says. For blocks across both, see `sections.ts`. */
export type NewsletterDocument = NewsletterSettings & {
  readonly layout: LayoutType;
  readonly columns: readonly Column[];
};

/** How many columns a layout has. */
export function columnCount(layout: LayoutType): 1 | 2 {
  return layout === 'one_column' ? 1 : 2;
}

/** An empty newsletter. */
export function emptyDocument(layout: LayoutType, settings?: NewsletterSettings): NewsletterDocument {
  return fromCode(layout, [], settings);
}

/** Splits the stored list into columns. Blocks at the foot are last in their column, wherever the list has them. */
export function fromCode(
  layout: LayoutType,
  code: readonly StoredBlock[],
  settings: NewsletterSettings = DEFAULT_SETTINGS,
): NewsletterDocument {
  const count = columnCount(layout);
  const columns = Array.from({ length: count }, (_, column) =>
    trimColumn(
      code
        .filter((_block, index) => index % count === column)
        .map((block) => (isEmptySpace(block) ? null : withoutWideAtFoot(block))),
    ),
  );
  return { layout, ...settingsIn(settings), columns: withFootLast(alignWide(columns), isAtFoot) };
}

/** Whether it is drawn below all columns. */
export function isAtFoot(block: Block | null): boolean {
  return block !== null && DEFINITIONS[block.type].traits.place === 'foot';
}

// Blocks at the foot span all columns anyway. As wide blocks they would split the columns.
function withoutWideAtFoot(block: Block): Block {
  return block.wide && isAtFoot(block) ? { ...block, wide: undefined } : block;
}

/** Interleaves the columns to `code`. Gaps are filled with empty space; there is none at the end. */
export function toCode(document: NewsletterDocument): StoredBlock[] {
  const columns = document.columns.map(trimColumn);
  const names = new Set(
    columns.flatMap((column) => column.flatMap((block) => (block === null ? [] : [block.name]))),
  );
  const rows = Math.max(0, ...columns.map((column) => column.length));
  const code = Array.from({ length: rows * columns.length }, (_, index) => {
    const block = columns[index % columns.length]?.[Math.floor(index / columns.length)] ?? null;
    return block ?? { name: freeName(`empty-${index}`, names), type: 'empty_space' as const, value: null };
  });
  return code.slice(0, code.findLastIndex((block) => !isEmptySpace(block)) + 1);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(`${name}-`, taken) : name;
}

/** The block with the envelope of another one. */
export function inEnvelopeOf<Kept extends Block>(block: Kept, { wide, tint, audience }: BlockEnvelope): Kept {
  const isSame = block.wide === wide && block.tint === tint && isSameAudience(block.audience, audience);
  return isSame ? block : { ...block, wide, tint, audience };
}

/** The definition of each block type, typed for code that handles any block. */
export const DEFINITIONS: { readonly [Type in BlockType]: BlockDefinition<Type, BlockValues[Type]> } = BLOCKS;

/** A new, empty block. `makeName` must return a unique name. */
export function createBlock<Type extends BlockType>(type: Type, makeName: () => string): Block<Type> {
  return { name: makeName(), type, value: DEFINITIONS[type].defaults() };
}
