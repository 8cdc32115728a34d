import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BLOCKS } from '#newsletter/blocks/index.ts';
import {
  type Block,
  type BlockType,
  codeSchema,
  isEmptySpace,
  LAYOUT_TYPES,
  type LayoutType,
  type NewsletterDocument,
} from '#newsletter/document/document.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { pick, randomAddress, randomColour, randomFile, randomText } from './random-texts.ts';
import { randomValue } from './random-value.ts';

/** Newsletters for tests: the fixtures of all block types, and random documents. */

const TINTS = ['soft', 'bold'] as const;
const FOLDER = join(import.meta.dirname, '..', 'src', 'newsletter', 'blocks');

const fixtureSchema = z.strictObject({
  valid: z.array(z.unknown()).min(1),
  /** The texts that the page and the mail of the first valid value must show. */
  shows: z.array(z.string()),
  invalid: z.array(z.strictObject({ value: z.unknown(), at: z.string(), message: z.string() })).min(1),
});
/** The fixture in a block's folder. */
export type Fixture = z.infer<typeof fixtureSchema>;

/** The types in the list of blocks. */
export const BLOCK_TYPES = Object.values(BLOCKS).map(({ type }) => type);
/** The folders of blocks. Each must be in the list. */
export const BLOCK_FOLDERS = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** A block type's fixture. Throws if there is none. */
export function fixtureOf(type: BlockType): Fixture {
  return fixtureIn(join(FOLDER, type));
}

/** The fixture in a folder. Throws if there is none. */
export function fixtureIn(folder: string): Fixture {
  return fixtureSchema.parse(JSON.parse(readFileSync(join(folder, 'fixture.json'), 'utf8')));
}

/** The valid blocks in the fixtures of some or all types. */
export function sampleBlocks(types: readonly BlockType[] = BLOCK_TYPES): Block[] {
  const raw = types.flatMap((type) =>
    fixtureOf(type).valid.map((value, index) => ({ name: `${type}-${index}`, type, value })),
  );
  return codeSchema.parse(raw).filter((block) => !isEmptySpace(block));
}

/** Every fourth block across all columns, and every seventh with a tint. */
export function wideAndTinted(blocks: readonly Block[]): Block[] {
  return blocks.map((block, index) => ({
    ...block,
    ...(index % 4 === 0 && { wide: true as const }),
    ...(index % 7 === 0 && { tint: TINTS[(index / 7) % TINTS.length] }),
  }));
}

/** A school's branding for samples. */
export const OAKFIELD: SchoolBranding = {
  name: 'Oakfield Primary School',
  logo: '/files/1a/oakfield.png',
  email: 'office@oakfield.sch.example',
  phone: '01632 960 148',
  website: 'https://www.oakfield.sch.example',
  primary_color: '#1f5d45',
  secondary_color: '#f2b632',
  language: 'en',
};
/** The origin of the samples' own files. */
export const ORIGIN = 'https://school.test';

/** A random list of stored blocks and empty spaces. */
export function randomCode(random: () => number, most = 8): z.infer<typeof codeSchema> {
  const raw = Array.from({ length: Math.floor(random() * (most + 1)) }, (_, index) => {
    const name = `block-${index}`;
    if (random() < 0.15) return { name, type: 'empty_space', value: null };
    const type = pick(random, BLOCK_TYPES);
    const envelope = {
      ...(random() < 0.2 && { wide: true }),
      ...(random() < 0.1 && { tint: pick(random, TINTS) }),
    };
    return { name, type, value: randomValue(random, BLOCKS[type].schema), ...envelope };
  });
  return codeSchema.parse(raw);
}

/** A random layout. */
export function randomLayout(random: () => number): LayoutType {
  return pick(random, LAYOUT_TYPES);
}

/** A school with texts that are difficult to serialise. */
export function randomSchool(random: () => number): SchoolBranding {
  return {
    name: randomText(random),
    logo: random() < 0.7 ? randomFile(random) : null,
    email: `${randomText(random, 2)}@example.org`,
    phone: randomText(random, 2),
    website: random() < 0.7 ? randomAddress(random) : null,
    primary_color: random() < 0.8 ? randomColour(random) : null,
    secondary_color: random() < 0.8 ? randomColour(random) : null,
    language: pick(random, ['en', 'cy', 'ar', 'pl', 'zh-Hant', 'x"y']),
  };
}

/** A document in short form: columns of block names, with a dot for an empty slot. */
export function shapeOf(document: NewsletterDocument): string {
  return document.columns.map((column) => column.map((block) => block?.name ?? '.').join(' ')).join(' | ');
}
