import { z } from 'zod';
import { BLOCKS } from '#newsletter/blocks/index.ts';
import { type BlockDefinition, blockName, strict } from './block.ts';

/** The document: columns of blocks in memory, one list of blocks (`code`) where it is stored or sent. */

/** The layouts a newsletter can have; 'latest template' is a choice on a form, not a layout. */
export const LAYOUT_TYPES = [
  'one_column',
  'two_columns_center',
  'two_columns_left',
  'two_columns_right',
] as const;
export const layoutTypeSchema = z.enum(LAYOUT_TYPES, 'Please choose a layout');
export type LayoutType = z.infer<typeof layoutTypeSchema>;

/** Blocks in one newsletter, empty space not counted. Source: docs/requirements/calls.md 4.2. */
const CODE_MAX_BLOCKS = 200;
/** Bytes of `code` as JSON in UTF-8. Source: docs/requirements/calls.md 4.2. */
export const CODE_MAX_BYTES = 1024 * 1024;
// Two columns of which one is empty, and white space between blocks.
const CODE_MAX_LENGTH = 1000;

const CODE_MESSAGES = {
  list: 'Should be a list of blocks',
  type: 'Unknown block type',
  count: `Limit is ${CODE_MAX_BLOCKS} blocks. Please remove some`,
  bytes: 'This newsletter is too large. Please remove something',
  name: 'Each block needs a name of its own',
} as const;

/** A type that the picker offers. */
export type BlockType = keyof typeof BLOCKS;
/** The value of each block type. */
export type BlockValues = { [Type in BlockType]: z.output<(typeof BLOCKS)[Type]['schema']> };
/** A block in memory: `{name, type, value}`. */
export type Block<Type extends BlockType = BlockType> = {
  [T in Type]: { name: string; type: T; value: BlockValues[T] };
}[Type];

const emptySpace = strict({ name: blockName, type: z.literal('empty_space'), value: z.null() });
/** Fills a gap of a column in the stored list. */
export type EmptySpace = z.infer<typeof emptySpace>;
/** A block as it is stored: any of the picker's, or empty space. */
export type StoredBlock = Block | EmptySpace;

/** Whether a stored block only fills a gap. */
export function isEmptySpace(block: StoredBlock): block is EmptySpace {
  return block.type === 'empty_space';
}

/** One stored block; unknown types and keys are refused. */
export const blockSchema = z.discriminatedUnion(
  'type',
  [emptySpace, ...Object.values(BLOCKS).map(({ block }) => block)],
  { error: CODE_MESSAGES.type },
);

/** The whole stored list: columns interleaved (even places left, odd ones right), rich text cleaned. */
export const codeSchema = z
  .array(blockSchema, CODE_MESSAGES.list)
  .max(CODE_MAX_LENGTH, { error: CODE_MESSAGES.count, abort: true })
  .superRefine((code, context) => {
    if (code.filter((block) => !isEmptySpace(block)).length > CODE_MAX_BLOCKS)
      context.addIssue({ code: 'custom', message: CODE_MESSAGES.count });
    if (byteLength(JSON.stringify(code)) > CODE_MAX_BYTES)
      context.addIssue({ code: 'custom', message: CODE_MESSAGES.bytes });
    const names = new Set<string>();
    for (const [index, { name }] of code.entries()) {
      if (names.has(name))
        context.addIssue({ code: 'custom', message: CODE_MESSAGES.name, path: [index, 'name'] });
      names.add(name);
    }
  });

/** Bytes of a text in UTF-8; counted here because neither Node's nor the browser's encoder may be used. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += 1;
    // A surrogate pair is four bytes: two for each half.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes += 1;
  }
  return bytes;
}

/** A column's places from above; null is an empty place between two blocks and stays as white space. */
export type Column = readonly (Block | null)[];
/** A newsletter in memory: one or two columns, as its layout says. */
export type NewsletterDocument = { readonly layout: LayoutType; readonly columns: readonly Column[] };

/** How many columns a layout has. */
export function columnCount(layout: LayoutType): 1 | 2 {
  return layout === 'one_column' ? 1 : 2;
}

/** An empty newsletter. */
export function emptyDocument(layout: LayoutType): NewsletterDocument {
  return fromCode(layout, []);
}

/** The stored list as columns. */
export function fromCode(layout: LayoutType, code: readonly StoredBlock[]): NewsletterDocument {
  const count = columnCount(layout);
  const columns = Array.from({ length: count }, (_, column) =>
    trimColumn(
      code
        .filter((_block, index) => index % count === column)
        .map((block) => (isEmptySpace(block) ? null : block)),
    ),
  );
  return { layout, columns };
}

/** A column without the empty places at its end. */
export function trimColumn(column: Column): Column {
  return column.slice(0, column.findLastIndex((block) => block !== null) + 1);
}

/** The columns as the stored list: interleaved, gaps filled with empty space, none at the end. */
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

/** Each block type's definition, for code that handles any of them. */
export const DEFINITIONS: { readonly [Type in BlockType]: BlockDefinition<Type, BlockValues[Type]> } = BLOCKS;

/** A new block of a type, still empty. `makeName` gives a name that no other block has. */
export function createBlock<Type extends BlockType>(type: Type, makeName: () => string): Block<Type> {
  return { name: makeName(), type, value: DEFINITIONS[type].defaults() };
}
