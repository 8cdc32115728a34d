import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { code, files, type Import, importsOf, textOf } from '../scripts/walls/code.ts';
import { TABLE_OWNERS } from './table-owners.ts';

/**
 * The import rules of docs/architecture.md that the linter cannot check. biome.json lists which rooms and packages a room
 * may import by name. These tests check what depends on resolved paths.
 */

const FOLDER_MAX = 25;
const TEST_FILE = /\.test\.tsx?$/;
const SELF = 'test/import-rules.test.ts';
const BLOCKS = 'src/newsletter/blocks';
const BLOCK_TYPES = readdirSync(new URL(`../${BLOCKS}`, import.meta.url), { withFileTypes: true }).flatMap(
  (entry) => (entry.isDirectory() ? [entry.name] : []),
);
const FEATURE = /^src\/(?:server|web)\/features\/[^/]+/;
// Split, so that this file does not match.
const SUPPRESSION = new RegExp(['biome-', 'ignore|@ts-', '(?:ignore|expect-error|nocheck)'].join(''));

const featureOf = (file: string) => FEATURE.exec(file)?.[0];
const shown = ({ file, specifier }: Imported) => `${file} imports ${specifier}`;

interface Imported extends Import {
  readonly file: string;
}

const imports: Imported[] = files.flatMap((file) => importsOf(file).map((each) => ({ ...each, file })));

test('finds files and imports', () => {
  expect(files).toContain('test/import-rules.test.ts');
  expect(imports.map(({ to }) => to)).toContain('src/contract/route.ts');
});

test('imports in a folder are relative, others name the room', () => {
  const wrong = imports.filter(
    ({ file, specifier, to }) =>
      [file, to].every((each) => /^(?:src|test)\//.test(each)) &&
      specifier.startsWith('.') !== (dirname(to) === dirname(file)),
  );
  expect(wrong.map(shown)).toEqual([]);
});

test('no folder holds too many files', () => {
  const folders = Map.groupBy(code, dirname);
  const crowded = [...folders].filter(([, inside]) => inside.length > FOLDER_MAX).map(([folder]) => folder);
  expect(crowded).toEqual([]);
});

test('the program imports nothing of its tests', () => {
  const ofTests = imports.filter(
    ({ file, to }) => code.includes(file) && (to.startsWith('test/') || TEST_FILE.test(to)),
  );
  expect(ofTests.map(shown)).toEqual([]);
});

test('a feature imports nothing from another feature', () => {
  // Tests may combine features, as the application does.
  const reaching = imports.filter(({ file, to }) => {
    if (TEST_FILE.test(file)) return false;
    const [own, other] = [featureOf(file), featureOf(to)];
    return own !== undefined && other !== undefined && own !== other;
  });
  expect(reaching.map(shown)).toEqual([]);
});

const SCHEMA = 'src/server/platform/db/schema/';
const TABLE = /^export const (\w+) = pgTable\(/gm;
const SCHEMA_IMPORT = /import \{([^}]*)\} from '#server\/platform\/db\/schema\/[\w-]+\.ts'/g;

function tablesImportedBy(file: string): string[] {
  const lists = [...textOf(file).matchAll(SCHEMA_IMPORT)].map(([, list = '']) => list);
  // Type imports are no queries; `x as y` counts as x.
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim().split(' ')[0] ?? '');
  return names.filter((name) => name in TABLE_OWNERS);
}

test('each table has an owner', () => {
  const schema = files.filter((file) => file.startsWith(SCHEMA));
  const tables = schema.flatMap((file) => [...textOf(file).matchAll(TABLE)]);
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
  const upward = imports.filter(({ file, to }) => {
    if (file.endsWith('.test.ts')) return false;
    const isAbove = (room: string) => to.startsWith(`src/server/${room}/`);
    if (file.startsWith('src/server/platform/')) return isAbove('data') || isAbove('features');
    return file.startsWith('src/server/data/') && isAbove('features');
  });
  expect(upward.map(shown)).toEqual([]);
});

test('no file suppresses lint or type checks', () => {
  const silenced = files.filter((file) => SUPPRESSION.test(textOf(file)));
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
  expect(comparing.filter((file) => comparison.test(textOf(file)))).toEqual([]);
});

test.each(BLOCK_TYPES)('only the lists of blocks import the block %s', (type) => {
  const folder = `${BLOCKS}/${type}/`;
  const known = imports.filter(
    ({ file, to }) =>
      to.startsWith(folder) &&
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
  const dialogs = files.filter(
    (file) => file !== SELF && /<(?:Modal|Drawer)(?:\.Content)?[\s>]/.test(textOf(file)),
  );
  expect(dialogs).toContain('src/ui/dialogs/dialog.tsx');
  expect(dialogs.filter((file) => !textOf(file).includes('<ModalGuard />'))).toEqual([]);
});
