import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TABLE_OWNERS } from '../../test/table-owners.ts';
import { root } from '../install.mjs';
import { straySizes } from './breakpoints.mjs';
import { missingClasses } from './classes.mjs';
import { code, exportsOf, files, importsOf, isTest, programOf, textOf, walk } from './code.ts';
import { editorPairs, guestToGuest, intoGuests } from './editor-walls.mjs';
import { groupsOf } from './groups.mjs';

/**
 * The measures of the walls between rooms. `places` lists the breaches; `max` is how many there may be. When work reduces a
 * number, lower `max` with it, so that it does not rise again.
 */

const LINES_MAX = 80;
const SETTINGS = ['title', 'layout', 'design', 'colours', 'code', 'issueDate'];
/** As rows and calls name them. */
const SAME = { layoutType: 'layout', layout_type: 'layout', issue_date: 'issueDate' };
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

export const MEASURES = [
  { name: 'pairs of folders in the editor that import each other', max: 0, places: editorPairs },
  { name: 'imports from the editor into its guests', max: 0, places: intoGuests },
  { name: 'imports from one guest of the editor into another', max: 0, places: guestToGuest },
  { name: 'groups of files that import each other', max: 0, places: () => groupsOf(code) },
  { name: `functions of more than ${LINES_MAX} lines`, max: 0, places: longFunctions },
  { name: 'places that write out the settings of a newsletter', max: 3, places: settings },
  { name: 'functions of src/server/data of one feature alone', max: 0, places: dataOfOneFeature },
  { name: 'senders of mails besides the one', max: 0, places: mailSenders },
  { name: 'mails that make words harmless by hand', max: 0, places: harmlessByHand },
  { name: 'pages of the server outside the one frame', max: 1, places: otherFrames },
  { name: 'names that two files export', max: 5, places: doubledNames },
  { name: 'exports that tests alone use', max: 0, places: forTestsAlone },
  { name: 'helpers of tests in src', max: 0, places: testHelpers },
  { name: 'useEffect for each 1,000 lines of src/web', max: 1.5, places: effects, of: perThousandLines },
  { name: 'sizes of media queries that are no breakpoint', max: 4, places: straySizes },
  { name: 'classes that their style sheet lacks', max: 0, places: missingClasses },
  { name: 'comments that begin with Who, What, Whose or Of', max: 0, places: riddles },
  { name: 'words in docs/decisions', max: 16_000, places: () => wordsIn('docs/decisions') },
  { name: 'words in docs/architecture.md', max: 1300, places: () => wordsIn('docs', 'architecture.md') },
];

function longFunctions() {
  return code.flatMap((file) => {
    const ends = [...textOf(file).matchAll(/\n/g)].map(({ index }) => index);
    const lineOf = (offset) => ends.filter((end) => end < offset).length + 1;
    const found = [];
    walk(programOf(file), ({ type, start, end, id }) => {
      if (!FUNCTIONS.includes(type) || textOf(file).slice(start, end).split('\n').length <= LINES_MAX) return;
      found.push(`${file}:${lineOf(start)} ${id?.name ?? 'a function'}`);
    });
    return found;
  });
}

// Finds objects, patterns, types and unions of names with the design, another setting, and a third of them.
function settings() {
  return code.flatMap((file) => {
    const found = [];
    walk(programOf(file), (node) => {
      const keys = keysOf(node);
      const named = SETTINGS.filter((name) => keys.has(name));
      if (named.length > 2 && keys.has('design') && (keys.has('colours') || keys.has('issueDate')))
        found.push(file);
    });
    return found;
  });
}

function keysOf({ type, properties, members, body, types }) {
  const isObject = type === 'ObjectExpression' || type === 'ObjectPattern';
  const inside = isObject ? properties : type === 'TSInterfaceBody' ? body : members;
  const names = Array.isArray(inside)
    ? inside.map(({ key }) => key?.name ?? key?.value)
    : type === 'TSUnionType'
      ? types.map(({ literal }) => literal?.value)
      : [];
  return new Set(names.map((name) => SAME[name] ?? name));
}

/** Files whose functions belong together: one feature writes what another reads, or both use a key that nothing else may. */
const SHARED_FORMATS = new Set([
  'src/server/data/newsletter-news.ts',
  'src/server/data/unsubscribe-tokens.ts',
  'src/server/data/families/suppressions.ts',
  'src/server/data/mail/report-tokens.ts',
]);

/**
 * Finds functions that one feature alone uses, except those that query a table of another room, even indirectly: the data room is for
 * these. Functions that others in the file need count only if those serve the same feature alone.
 */
function dataOfOneFeature() {
  return code
    .filter((file) => file.startsWith('src/server/data/'))
    .flatMap((file) => {
      const parts = declarationsOf(file);
      const all = new Map(exportsOf(file).map((name) => [name, ownersOf(file, name)]));
      const functions = [...all.keys()].filter((name) => parts.get(name)?.isFunction);
      if (SHARED_FORMATS.has(file) && new Set([...all.values()].flatMap((owners) => [...owners])).size > 1)
        return [];
      const featureOf = (name) => {
        const callers = functions.filter((other) => other === name || namesUsedBy(other, parts).has(name));
        const [owner, ...others] = new Set(callers.flatMap((caller) => [...all.get(caller)]));
        if (!owner?.startsWith('src/server/features/') || others.length > 0) return null;
        const feature = owner.slice('src/server/'.length);
        return callers.every((caller) => tablesIn(caller, parts).every((table) => isOwnedBy(table, feature)))
          ? feature
          : null;
      };
      return functions.filter((name) => featureOf(name) !== null).map((name) => `${file} ${name}`);
    });
}

const ownersOf = (file, name) =>
  new Set(
    usersOf(file, name)
      .filter((user) => !isTest(user))
      .map(ownerOf),
  );

/** A file's declarations, by name, with the names in each. Tables have their original name, even if aliased or named in SQL. */
function declarationsOf(file) {
  const aliases = new Map();
  const found = new Map();
  for (const statement of programOf(file).body) {
    for (const { imported, local } of statement.specifiers ?? [])
      if (imported !== undefined && local !== undefined) aliases.set(local.name, imported.name);
    const declared = statement.declaration ?? statement;
    const named = declared.declarations?.map(({ id }) => id) ?? [declared.id];
    const words = textOf(file).slice(statement.start, statement.end).match(/\w+/g) ?? [];
    const names = new Set(words.map((word) => aliases.get(word) ?? camelCase(word)));
    const isFunction = declared.type === 'FunctionDeclaration';
    for (const id of named) if (id?.name !== undefined) found.set(id.name, { isFunction, names });
  }
  return found;
}

const camelCase = (word) =>
  /^[a-z_]+$/.test(word) ? word.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()) : word;

/** The names that a declaration uses, directly or through other declarations of its file. */
function namesUsedBy(name, parts, seen = new Set()) {
  for (const used of parts.get(name)?.names ?? []) {
    if (seen.has(used)) continue;
    seen.add(used);
    namesUsedBy(used, parts, seen);
  }
  return seen;
}

const tablesIn = (name, parts) =>
  [...namesUsedBy(name, parts)].filter((used) => Object.hasOwn(TABLE_OWNERS, used));

const isOwnedBy = (table, feature) => TABLE_OWNERS[table].some((path) => path.startsWith(feature));

function ownerOf(file) {
  return file.startsWith('src/server/features/') ? file.split('/').slice(0, 4).join('/') : file;
}

const MAIL = 'src/server/platform/mail/';

// Deliveries are exempt: they send in batches, with a claim on each recipient. So are metrics, where the counter of mails is a port.
function mailSenders() {
  const others = [
    `${MAIL}define-mail.ts`,
    'src/server/features/deliveries/worker/',
    'src/server/platform/metrics/',
  ];
  return code.filter(
    (file) => !others.some((other) => file.startsWith(other)) && /\bmail\.send\(/.test(textOf(file)),
  );
}

// Finds mails that call `withoutAddresses`, which the tag `say` does for them.
function harmlessByHand() {
  return code.filter((file) => {
    const imports = importsOf(file);
    const isMail = imports.some(({ to }) => to.startsWith(MAIL)) && !file.startsWith(MAIL);
    return isMail && imports.some(({ names }) => names.includes('withoutAddresses'));
  });
}

// Finds documents outside the shared frame. The app's own document is the build's; the archive's index opens from a folder.
function otherFrames() {
  const others = [
    'src/server/platform/http/page/frame.ts',
    'src/server/platform/http/documents.ts',
    'src/server/features/school-closure/export/archive-pages.ts',
  ];
  return code.filter(
    (file) => file.startsWith('src/server/') && !others.includes(file) && /<!doctype/i.test(textOf(file)),
  );
}

// Two exceptions: all screens are called `Component`, by which the router loads them, and a lazy loader has its module's name.
function doubledNames() {
  const named = code.flatMap((file) => [...new Set(exportsOf(file))].map((name) => ({ name, file })));
  return [...Map.groupBy(named, ({ name }) => name)]
    .map(([name, found]) => [name, found.map(({ file }) => file)])
    .filter(([name, found]) => name !== 'Component' && found.filter((file) => !loads(file, found)).length > 1)
    .map(([name, found]) => `${name}: ${found.join(', ')}`);
}

const loads = (file, others) => importsOf(file).some(({ to, isLazy }) => isLazy && others.includes(to));

function forTestsAlone() {
  return code.flatMap((file) =>
    exportsOf(file)
      .filter((name) => {
        const users = usersOf(file, name);
        return users.length > 0 && users.every(isTest);
      })
      .map((name) => `${file} ${name}`),
  );
}

const users = usersByName();

function usersByName() {
  const found = new Map();
  for (const file of files)
    for (const { to, names } of importsOf(file))
      for (const name of names) found.set(`${to} ${name}`, [...(found.get(`${to} ${name}`) ?? []), file]);
  return found;
}

function usersOf(file, name) {
  return [...(users.get(`${file} ${name}`) ?? []), ...(users.get(`${file} *`) ?? [])];
}

// Finds files that tests alone import. The build uses two of them by their path.
function testHelpers() {
  const importers = new Map();
  for (const file of files)
    for (const { to } of importsOf(file)) importers.set(to, [...(importers.get(to) ?? []), file]);
  return code.filter((file) => importers.get(file)?.every(isTest));
}

function effects() {
  return code.flatMap((file) =>
    file.startsWith('src/web/') ? [...textOf(file).matchAll(/\buseEffect\(/g)].map(() => file) : [],
  );
}

function perThousandLines(places) {
  const web = code.filter((file) => file.startsWith('src/web/'));
  const lines = web.reduce((sum, file) => sum + textOf(file).split('\n').length, 0);
  return Number(((1000 * places.length) / lines).toFixed(2));
}

function wordsIn(folder, only) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && (only === undefined || name === only))
    .flatMap((name) =>
      readFileSync(join(root, folder, name), 'utf8')
        .split(/\s+/)
        .filter(Boolean),
    );
}

// Their sentences have no subject, and are hard to read.
function riddles() {
  return files.flatMap((file) =>
    [...textOf(file).matchAll(/^\s*(?:\/\*\*|\/\/|\*) (?:Who|What|Whom|Whose|Of) .*/gm)].map(
      ([line]) => `${file} ${line.trim()}`,
    ),
  );
}
