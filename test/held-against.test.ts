import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Checks that the tests named in docs/requirements/threats.md exist. */

const ROOT = new URL('..', import.meta.url);
const PAGE = readFileSync(new URL('docs/requirements/threats.md', ROOT), 'utf8');
const [threats = '', held = ''] = PAGE.split('## Held against');

/** `path` › test name, up to the next one or the end of the cell. */
const NAMED = /`([\w./-]+\.(?:test|spec)\.tsx?)` › ([^;|]+)/g;
const FILE = /`((?:src|test|e2e|bench)\/[\w./-]+\.ts)`/g;

const named = [...held.matchAll(NAMED)].map(([, path = '', name = '']) => ({ path, name: name.trim() }));

test('every row of "Held against" names a test', () => {
  const rows = held.split('\n').filter((line) => /^\| (?!found|-)/.test(line));
  expect(rows.filter((row) => row.match(NAMED) === null)).toEqual([]);
});

test.each(named)('$path has: $name', ({ path, name }) => {
  expect(readFileSync(new URL(path, ROOT), 'utf8')).toContain(name);
});

test('every test file in the table of threats exists', () => {
  const files = [...threats.matchAll(FILE)].map(([, path = '']) => path);
  expect(files).toContain('test/routes.test.ts');
  expect(files.filter((path) => !existsSync(fileURLToPath(new URL(path, ROOT))))).toEqual([]);
});
