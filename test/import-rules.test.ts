import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TABLE_OWNERS } from './table-owners.ts';

/**
 * The import rules of docs/architecture.md that the linter cannot check. biome.json lists which rooms and packages a room
 * may import by name. These tests check what depends on resolved paths.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['src/newsletter', 'src/contract', 'src/server', 'src/ui', 'src/web', 'test', 'e2e', 'bench'];
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const FOLDER_MAX = 25;
const TEST_FILE = /\.test\.tsx?$/;
const SELF = 'test/import-rules.test.ts';
const BLOCKS = 'src/newsletter/blocks';
const BLOCK_TYPES = readdirSync(join(ROOT, BLOCKS), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const FEATURE = /^src\/(?:server|web)\/features\/[^/]+/;
// Split, so that this file does not match.
const SUPPRESSION = new RegExp(['biome-', 'ignore|@ts-', '(?:ignore|expect-error|nocheck)'].join(''));

interface Import {
  readonly file: string;
  readonly specifier: string;
  /** The path within the repository; null for a package. */
  readonly target: string | null;
}

function sources(room: string): string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(room, file));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => ({
    file,
    specifier,
    target: targetOf(file, specifier),
  }));
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  const [, room, rest] = /^#(\w+)\/(.+)$/.exec(specifier) ?? [];
  if (room === undefined || rest === undefined) return null;
  return room === 'test' ? `test/${rest}` : `src/${room}/${rest}`;
}

const featureOf = (file: string) => FEATURE.exec(file)?.[0];
const shown = ({ file, specifier }: Import) => `${file} imports ${specifier}`;

const files = ROOMS.flatMap(sources);
const imports = files.flatMap(importsOf);

test('finds files and imports', () => {
  expect(files).toContain('test/import-rules.test.ts');
  expect(imports.map(({ target }) => target)).toContain('src/contract/route.ts');
});

test('imports in a folder are relative, others name the room', () => {
  const wrong = imports.filter(
    ({ file, specifier, target }) =>
      /^src|^test/.test(file) &&
      target !== null &&
      specifier.startsWith('.') !== (dirname(target) === dirname(file)),
  );
  expect(wrong.map(shown)).toEqual([]);
});

test('no folder holds too many files', () => {
  const code = files.filter((file) => file.startsWith('src/') && !TEST_FILE.test(file));
  const folders = Map.groupBy(code, dirname);
  const crowded = [...folders].filter(([, inside]) => inside.length > FOLDER_MAX).map(([folder]) => folder);
  expect(crowded).toEqual([]);
});

test('the program imports nothing of its tests', () => {
  const ofTests = imports.filter(
    ({ file, target }) =>
      file.startsWith('src/') &&
      !TEST_FILE.test(file) &&
      (target?.startsWith('test/') || TEST_FILE.test(target ?? '')),
  );
  expect(ofTests.map(shown)).toEqual([]);
});

test('a feature imports nothing from another feature', () => {
  // Tests may combine features, as the application does.
  const reaching = imports.filter(({ file, target }) => {
    if (TEST_FILE.test(file)) return false;
    const [own, other] = [featureOf(file), featureOf(target ?? '')];
    return own !== undefined && other !== undefined && own !== other;
  });
  expect(reaching.map(shown)).toEqual([]);
});

const SCHEMA = 'src/server/platform/db/schema/';
const TABLE = /^export const (\w+) = pgTable\(/gm;
const SCHEMA_IMPORT = /import \{([^}]*)\} from '#server\/platform\/db\/schema\/[\w-]+\.ts'/g;

function tablesImportedBy(file: string): string[] {
  const lists = [...readFileSync(join(ROOT, file), 'utf8').matchAll(SCHEMA_IMPORT)].map(
    ([, list = '']) => list,
  );
  // Type imports are no queries; `x as y` counts as x.
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim().split(' ')[0] ?? '');
  return names.filter((name) => name in TABLE_OWNERS);
}

test('each table has an owner', () => {
  const schema = files.filter((file) => file.startsWith(SCHEMA));
  const tables = schema.flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(TABLE)]);
  expect(tables.map(([, name]) => name).sort()).toEqual(Object.keys(TABLE_OWNERS).sort());
});

test('only its owner queries a table', () => {
  const room = 'src/server/';
  const querying = files.filter(
    (file) => file.startsWith(room) && !file.startsWith(`${room}platform/db/`) && !file.endsWith('.test.ts'),
  );
  const foreign = querying.flatMap((file) => {
    const path = file.slice(room.length);
    const isOwner = (table: string) => TABLE_OWNERS[table]?.some((owner) => path.startsWith(owner));
    return tablesImportedBy(file)
      .filter((table) => !isOwner(table))
      .map((table) => `${path} queries ${table}`);
  });
  expect(foreign).toEqual([]);
});

test('a table has at most one owner besides data', () => {
  const owners = Object.entries(TABLE_OWNERS).map(([table, paths]) => ({
    table,
    others: paths.filter((path) => path !== 'data'),
  }));
  expect(owners.filter(({ others }) => others.length > 1)).toEqual([]);
});

test('the platform imports neither data nor features, and data no features', () => {
  const upward = imports.filter(({ file, target }) => {
    if (file.endsWith('.test.ts')) return false;
    const isAbove = (room: string) => target?.startsWith(`src/server/${room}/`) ?? false;
    if (file.startsWith('src/server/platform/')) return isAbove('data') || isAbove('features');
    return file.startsWith('src/server/data/') && isAbove('features');
  });
  expect(upward.map(shown)).toEqual([]);
});

test('no file suppresses lint or type checks', () => {
  const silenced = files.filter((file) => SUPPRESSION.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(silenced).toEqual([]);
});

test('no file outside blocks/ compares block types instead of using traits', () => {
  const types = `['"](?:${BLOCK_TYPES.join('|')}|empty_space)['"]`;
  const comparison = new RegExp(
    `\\btype\\b\\)?\\s*[!=]==?\\s*${types}|${types}\\s*[!=]==?\\s*[\\w.?]*\\btype\\b|\\bcase\\s+${types}`,
  );
  expect(`block?.type !== 'footer'`).toMatch(comparison);
  expect(`'event' === block.type`).toMatch(comparison);
  const comparing = files.filter(
    // Empty space is not a block type. Only the document distinguishes it from blocks.
    (file) =>
      !file.startsWith(`${BLOCKS}/`) &&
      // Lighthouse calls a list of requests a table.
      !['src/newsletter/document/document.ts', 'bench/lighthouse.ts', SELF].includes(file),
  );
  expect(comparing.filter((file) => comparison.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test.each(BLOCK_TYPES)('only the lists of blocks import the block %s', (type) => {
  const folder = `${BLOCKS}/${type}/`;
  const known = imports.filter(
    ({ file, target }) =>
      target?.startsWith(folder) &&
      !file.startsWith(folder) &&
      // A separate list, because it is loaded with the first paste. Not every block is in it.
      file !== `${BLOCKS}/from-clipboard.tsx`,
  );
  expect([...new Set(known.map(({ file }) => file))].sort()).toEqual([
    `${BLOCKS}/editors.ts`,
    `${BLOCKS}/index.ts`,
  ]);
});

test('every dialog keeps the page behind it out of reach', () => {
  const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const dialogs = files.filter(
    (file) => file !== SELF && /<(?:Modal|Drawer)(?:\.Content)?[\s>]/.test(textOf(file)),
  );
  expect(dialogs).toContain('src/ui/dialogs/dialog.tsx');
  expect(dialogs.filter((file) => !textOf(file).includes('<ModalGuard />'))).toEqual([]);
});
