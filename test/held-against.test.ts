import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The threats page of docs/requirements names tests: here they are looked for. */

const ROOT = new URL('..', import.meta.url);
const PAGE = readFileSync(new URL('docs/requirements/threats.md', ROOT), 'utf8');
const [threats = '', held = ''] = PAGE.split('## Held against');

/** `path` › name of a test, up to the next one or the end of the cell. */
const NAMED = /`([\w./-]+\.(?:test|spec)\.tsx?)` › ([^;|]+)/g;
const FILE = /`((?:src|test|e2e|bench)\/[\w./-]+\.ts)`/g;

const named = [...held.matchAll(NAMED)].map(([, path = '', name = '']) => ({ path, name: name.trim() }));

test('every row of what was found names a test', () => {
  const rows = held.split('\n').filter((line) => /^\| (?!found|-)/.test(line));
  expect(rows.filter((row) => row.match(NAMED) === null)).toEqual([]);
});

test.each(named)('$path has: $name', ({ path, name }) => {
  expect(readFileSync(new URL(path, ROOT), 'utf8')).toContain(name);
});

test('every file that shows a threat held is there', () => {
  const files = [...threats.matchAll(FILE)].map(([, path = '']) => path);
  expect(files).toContain('test/routes.test.ts');
  expect(files.filter((path) => !existsSync(fileURLToPath(new URL(path, ROOT))))).toEqual([]);
});
