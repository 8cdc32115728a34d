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
import type { School } from '#newsletter/values/branding.ts';

/** Newsletters for tests: the fixtures of all block types, and documents made at random from a seed. */

const FOLDER = join(import.meta.dirname, '..', 'src', 'newsletter', 'blocks');

const fixtureSchema = z.strictObject({
  valid: z.array(z.unknown()).min(1),
  /** What the page and the mail of the first valid value must show. */
  shows: z.array(z.string()),
  invalid: z.array(z.strictObject({ value: z.unknown(), at: z.string(), message: z.string() })).min(1),
});
/** What a block's folder says about it. */
export type Fixture = z.infer<typeof fixtureSchema>;

/** The types in the list of blocks. */
export const BLOCK_TYPES = Object.values(BLOCKS).map(({ type }) => type);
/** The folders of blocks; each has to be in the list. */
export const BLOCK_FOLDERS = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** A block type's fixture. Throws when there is none. */
export function fixtureOf(type: BlockType): Fixture {
  return fixtureSchema.parse(JSON.parse(readFileSync(join(FOLDER, type, 'fixture.json'), 'utf8')));
}

/** The valid blocks of a type's fixture, or of all types, as they are stored. */
export function sampleBlocks(types: readonly BlockType[] = BLOCK_TYPES): Block[] {
  const raw = types.flatMap((type) =>
    fixtureOf(type).valid.map((value, index) => ({ name: `${type}-${index}`, type, value })),
  );
  return codeSchema.parse(raw).filter((block) => !isEmptySpace(block));
}

/** The school of the pictures. */
export const OAKFIELD: School = {
  name: 'Oakfield Primary School',
  logo: '/files/1a/oakfield.png',
  email: 'office@oakfield.sch.example',
  phone: '01632 960 148',
  website: 'https://www.oakfield.sch.example',
  primary_color: '#1f5d45',
  secondary_color: '#f2b632',
  language: 'en',
};
/** Where the samples' own files are served. */
export const ORIGIN = 'https://school.test';

/** Numbers from 0 to 1, the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of a list. */
export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
}

const PIECES = [
  'Year 6',
  ' ',
  '  ',
  '\n',
  '\t',
  '"',
  "'",
  '`',
  '\\',
  '&',
  '&amp;',
  '&#34;',
  '<',
  '>',
  '</p>',
  '<b>',
  '<script>',
  '-->',
  '<!--',
  ']]>',
  '{{x}}',
  '$',
  '{x}',
  'Żółć',
  'Ελλάδα',
  'Привіт',
  'مدرسة',
  '学校',
  'é',
  'e\u0301',
  '🎃',
  '👩‍🏫',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\u2028',
  '\u0000',
  '\u0007',
  '\u0085',
  '\u009f',
  '\ud800',
  '\udfff',
  '\ufffe',
  '=',
  ';',
  ':',
  '/',
  '%',
  '#',
  'onerror=',
  'style="x"',
  'javascript:',
] as const;

/** Text that is hard on serialisers; never blank. */
export function randomText(random: () => number, most = 8): string {
  const length = 1 + Math.floor(random() * most);
  return `a${Array.from({ length }, () => pick(random, PIECES)).join('')}`;
}

const TAGS = [
  'p',
  'h1',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'strong',
  'b',
  'em',
  'i',
  'u',
  'br',
  'div',
  'span',
  'table',
  'script',
  'svg',
  'img',
] as const;

/** HTML as it might come from anywhere: unbalanced, nested wrongly, with attributes that no one wants. */
export function randomHtml(random: () => number, most = 24): string {
  const length = 1 + Math.floor(random() * most);
  const pieces = Array.from({ length }, () => {
    const kind = random();
    if (kind < 0.35) return randomText(random, 3);
    if (kind < 0.7)
      return `<${pick(random, TAGS)}${random() < 0.2 ? ` onclick="${randomText(random, 2)}"` : ''}>`;
    if (kind < 0.9) return `</${pick(random, TAGS)}>`;
    return `<a href="${randomAddress(random)}">${randomText(random, 2)}${random() < 0.7 ? '</a>' : ''}`;
  });
  return `<p>a${pieces.join('')}`;
}

/** An address that is mostly good. */
function randomAddress(random: () => number): string {
  const path = encodeURI(
    randomText(random, 3)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ''),
  );
  return pick(random, [
    `https://example.org/${path}?a=1&b='2'`,
    `https://пример.example/${path}#"x"`,
    'https://example.org/a b\\c`d',
    'https://[::1]:8080/',
  ]);
}

function randomColour(random: () => number): string {
  return `#${Math.floor(random() * 0xffffff)
    .toString(16)
    .padStart(6, '0')}`;
}

// Each writes a value of its type; a block type without one does not compile.
const WRITERS: { readonly [Type in BlockType]: (random: () => number) => unknown } = {
  heading: (random) => ({ text: randomText(random) }),
  text: (random) => ({ html: randomHtml(random) }),
  boxed_text: (random) => ({
    html: randomHtml(random),
    background: randomColour(random),
    color: randomColour(random),
    word_break: pick(random, ['break-word', 'break-all', 'keep-all']),
  }),
  divider: (random) => ({ style: pick(random, ['solid', 'dashed']) }),
  image: (random) => ({ url: randomFile(random), alt: randomText(random) }),
  image_group: (random) => ({
    images: listOf(random, 4, () => ({ url: randomFile(random), alt: randomText(random) })),
  }),
  video: (random) => ({
    url: randomFile(random),
    title: randomText(random),
    ...(random() < 0.5 ? { poster: randomFile(random) } : {}),
  }),
  social_media: (random) => ({
    facebook: randomAddress(random),
    ...(random() < 0.5 ? { linkedin: randomAddress(random) } : {}),
  }),
  button: (random) => ({ btnText: randomText(random), url: randomAddress(random) }),
  attendance: (random) => ({
    rows: listOf(random, 4, (id) => ({
      id,
      name: randomText(random),
      percents: Math.round(random() * 1000) / 10,
    })),
    background: randomColour(random),
  }),
  download: (random) => ({ name: randomText(random), url: randomFile(random) }),
  event: (random) => ({
    rows: listOf(random, 4, (id) => ({
      id,
      title: randomText(random),
      description: randomText(random, 20),
      date: '2028-02-29',
      ...(random() < 0.5 ? { time: '09:05' } : {}),
    })),
  }),
  footer: (random) => ({ text: randomText(random, 20) }),
};

function listOf<Item>(random: () => number, most: number, make: (id: string) => Item): Item[] {
  return Array.from({ length: 1 + Math.floor(random() * most) }, (_, index) => make(`row-${index}`));
}

function randomFile(random: () => number): string {
  return random() < 0.5
    ? pick(random, ['/files/3c/menu.pdf', '/files/3c/film.mp4', '/files/3c/photo.webp'])
    : randomAddress(random);
}

/** A stored list of random blocks, empty space between them. */
export function randomCode(random: () => number, most = 8): z.infer<typeof codeSchema> {
  const raw = Array.from({ length: Math.floor(random() * (most + 1)) }, (_, index) => {
    const name = `block-${index}`;
    if (random() < 0.15) return { name, type: 'empty_space', value: null };
    const type = pick(random, BLOCK_TYPES);
    return { name, type, value: WRITERS[type](random) };
  });
  return codeSchema.parse(raw);
}

/** A random layout. */
export function randomLayout(random: () => number): LayoutType {
  return pick(random, LAYOUT_TYPES);
}

/** A school whose every text is hard on serialisers. */
export function randomSchool(random: () => number): School {
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

/** A document as tests name it: columns of block names, a dot for an empty place. */
export function shapeOf(document: NewsletterDocument): string {
  return document.columns.map((column) => column.map((block) => block?.name ?? '.').join(' ')).join(' | ');
}
