import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * What of docs/architecture.md's import table the lint cannot say. The table itself stands in biome.json: which
 * room and which package a room imports by name. Here is what depends on where a relative path ends up.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['src/newsletter', 'src/contract', 'src/server', 'src/ui', 'src/web', 'test', 'e2e', 'bench'];
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g;
const FOLDER_MAX = 25;
const SELF = 'test/import-rules.test.ts';
const BLOCKS = 'src/newsletter/blocks';
const BLOCK_TYPES = readdirSync(join(ROOT, BLOCKS), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const FEATURE = /^src\/(?:server|web)\/features\/[^/]+/;
// In two parts, so that this file does not find itself.
const SUPPRESSION = new RegExp(['biome-', 'ignore|@ts-', '(?:ignore|expect-error|nocheck)'].join(''));

interface Import {
  readonly file: string;
  readonly specifier: string;
  /** From the project's folder; null for a package. */
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

test('there is something to look at', () => {
  expect(files).toContain('test/import-rules.test.ts');
  expect(imports.map(({ target }) => target)).toContain('src/contract/route.ts');
});

test('a relative import stays in its folder: into another one it goes by the name of the room', () => {
  const outside = imports.filter(
    ({ file, specifier, target }) =>
      /^src|^test/.test(file) && specifier.startsWith('.') && dirname(target ?? '') !== dirname(file),
  );
  expect(outside.map(shown)).toEqual([]);
});

test('no folder holds more files than one looks through', () => {
  const code = files.filter((file) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file));
  const folders = Map.groupBy(code, dirname);
  const crowded = [...folders].filter(([, inside]) => inside.length > FOLDER_MAX).map(([folder]) => folder);
  expect(crowded).toEqual([]);
});

test('a feature imports nothing from inside another one', () => {
  // A test may put features together, as the application does.
  const reaching = imports.filter(({ file, target }) => {
    if (/\.test\.tsx?$/.test(file)) return false;
    const [own, other] = [featureOf(file), featureOf(target ?? '')];
    return own !== undefined && other !== undefined && own !== other;
  });
  expect(reaching.map(shown)).toEqual([]);
});

/**
 * Who queries which table, below `src/server`: one feature, or `data` for what several share. Names and paths begin as
 * given. Tests look where they like.
 */
const TABLE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  attachments: ['features/attachments'],
  attempts: ['platform/http/attempts.ts'],
  auditLog: ['data'],
  billingDetails: ['features/billing'],
  deliveries: ['features/deliveries'],
  deliveryRecipients: ['features/deliveries'],
  editions: ['features/newsletters'],
  installation: ['features/attachments/storage'],
  invitations: ['features/accounts/staff'],
  invoices: ['features/billing'],
  mailBudget: ['features/deliveries'],
  mailedTokens: ['data'],
  newsletters: ['features/newsletters'],
  paymentAttempts: ['features/billing'],
  paymentCustomers: ['features/billing'],
  paymentEvents: ['features/billing'],
  publishedFiles: ['features/attachments'],
  sandboxAccounts: ['platform/payments'],
  schools: ['data'],
  secrets: ['platform/secrets.ts'],
  sessions: ['data', 'platform/http/sessions.ts'],
  subscriberImportParts: ['features/subscribers'],
  subscriberImports: ['features/subscribers'],
  subscribers: ['data', 'features/subscribers'],
  subscriptions: ['features/billing'],
  suppressions: ['data', 'features/subscribers'],
  trialReminders: ['features/billing'],
  users: ['data'],
};

/**
 * What still queries the table of another: joins, and what is read or deleted across features. To be made fewer, never
 * more: a line that is not needed any more fails, too.
 */
const FOREIGN_QUERIES = [
  // Where files are used.
  'features/attachments/library-repo.ts queries newsletters',
  // Whether a file is public, in one statement for each reader.
  'features/attachments/repo.ts queries schools',
  'features/dashboard/repo.ts queries deliveries',
  'features/dashboard/repo.ts queries editions',
  'features/dashboard/repo.ts queries newsletters',
  // Who gets a newsletter is decided and written down in one statement.
  'features/deliveries/audience.ts queries subscriberImports',
  'features/deliveries/audience.ts queries subscribers',
  'features/deliveries/repo.ts queries newsletters',
  'features/deliveries/repo.ts queries schools',
  'features/deliveries/repo.ts queries users',
  'features/deliveries/worker/outcomes.ts queries subscribers',
  // A page is shown while its school is open, in one statement for each reader.
  'features/newsletters/public-pages/repo.ts queries schools',
  'features/newsletters/publishing/deleted-files.ts queries attachments',
  'features/newsletters/publishing/picture-sizes.ts queries attachments',
  'features/newsletters/publishing/published-files.ts queries attachments',
  'features/newsletters/publishing/published-files.ts queries deliveries',
  'features/newsletters/publishing/published-files.ts queries publishedFiles',
  'features/newsletters/repo.ts queries deliveries',
  // The archive and the erasure are of everything that a school has.
  'features/school-closure/export/archive-repo.ts queries attachments',
  'features/school-closure/export/archive-repo.ts queries auditLog',
  'features/school-closure/export/archive-repo.ts queries deliveries',
  'features/school-closure/export/archive-repo.ts queries deliveryRecipients',
  'features/school-closure/export/archive-repo.ts queries editions',
  'features/school-closure/export/archive-repo.ts queries newsletters',
  'features/school-closure/export/archive-repo.ts queries users',
  'features/school-closure/repo.ts queries attachments',
  'features/school-closure/repo.ts queries deliveryRecipients',
  'features/school-closure/repo.ts queries editions',
  'features/school-closure/repo.ts queries invitations',
  'features/school-closure/repo.ts queries newsletters',
  'features/school-closure/repo.ts queries subscribers',
  'features/school/audit.ts queries auditLog',
  // Each call reads session, person and school in one statement: see docs/decisions/004.
  'platform/http/sessions.ts queries schools',
  'platform/http/sessions.ts queries users',
];

const SCHEMA = 'src/server/platform/db/schema/';
const TABLE = /^export const (\w+) = pgTable\(/gm;
const SCHEMA_IMPORT = /import \{([^}]*)\} from '#server\/platform\/db\/schema\/[\w-]+\.ts'/g;

function tablesImportedBy(file: string): string[] {
  const lists = [...readFileSync(join(ROOT, file), 'utf8').matchAll(SCHEMA_IMPORT)].map(
    ([, list = '']) => list,
  );
  // A row's type is no query; `x as y` is x.
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim().split(' ')[0] ?? '');
  return names.filter((name) => name in TABLE_OWNERS);
}

test('each table has an owner', () => {
  const schema = files.filter((file) => file.startsWith(SCHEMA));
  const tables = schema.flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(TABLE)]);
  expect(tables.map(([, name]) => name).sort()).toEqual(Object.keys(TABLE_OWNERS).sort());
});

test('a table is queried by its owner', () => {
  const room = 'src/server/';
  const asking = files.filter(
    (file) => file.startsWith(room) && !file.startsWith(`${room}platform/db/`) && !file.endsWith('.test.ts'),
  );
  const foreign = asking.flatMap((file) => {
    const path = file.slice(room.length);
    const isOwner = (table: string) => TABLE_OWNERS[table]?.some((owner) => path.startsWith(owner));
    return tablesImportedBy(file)
      .filter((table) => !isOwner(table))
      .map((table) => `${path} queries ${table}`);
  });
  expect(foreign.sort()).toEqual([...FOREIGN_QUERIES].sort());
});

test('no file switches the lint or the type check off', () => {
  const silenced = files.filter((file) => SUPPRESSION.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(silenced).toEqual([]);
});

test('nobody outside blocks/ compares block types: what is asked of a block is a trait of its definition', () => {
  const types = `['"](?:${BLOCK_TYPES.join('|')}|empty_space)['"]`;
  const comparison = new RegExp(
    `\\btype\\b\\)?\\s*[!=]==?\\s*${types}|${types}\\s*[!=]==?\\s*[\\w.?]*\\btype\\b|\\bcase\\s+${types}`,
  );
  expect(`block?.type !== 'footer'`).toMatch(comparison);
  expect(`'event' === block.type`).toMatch(comparison);
  const comparing = files.filter(
    // Empty space is no block type: the document alone tells it from blocks.
    (file) =>
      !file.startsWith(`${BLOCKS}/`) && file !== 'src/newsletter/document/document.ts' && file !== SELF,
  );
  expect(comparing.filter((file) => comparison.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test.each(BLOCK_TYPES)('the block %s is known to the two lists of blocks alone', (type) => {
  const folder = `${BLOCKS}/${type}/`;
  const known = imports.filter(({ file, target }) => target?.startsWith(folder) && !file.startsWith(folder));
  expect([...new Set(known.map(({ file }) => file))].sort()).toEqual([
    `${BLOCKS}/editors.ts`,
    `${BLOCKS}/index.ts`,
  ]);
});
