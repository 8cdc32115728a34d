import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Checks that everything cited by code and docs exists in the repository: requirements, decisions, paths. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OWN_FILE = 'test/citations.test.ts';
const FOLDERS = '{src,test,e2e,bench,scripts,docs,lint,migrations}/**/*.{ts,tsx,mjs,css,md,sql}';

const files = globSync(['*.{md,ts}', FOLDERS], { cwd: ROOT }).filter((path) => path !== OWN_FILE);
const docs = files.filter((path) => path.endsWith('.md'));
const textOf = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');

/** All matches of a pattern, with their path and groups. */
function hitsOf(pattern: RegExp, paths = files) {
  return paths.flatMap((path) =>
    [...textOf(path).matchAll(pattern)].map(([hit, ...groups]) => ({ path, hit, groups })),
  );
}

const shown = ({ path, hit }: { readonly path: string; readonly hit: string }) => `${path}: ${hit.trim()}`;

/** The numbers of the sections, list items and rows on a page of requirements. */
function numbersIn(page: string): readonly string[] {
  const text = textOf(`docs/requirements/${page}.md`);
  const sections = [...text.matchAll(/^## (\d+) /gm)].map(([, number = '']) => number);
  const items = [...text.matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(([, number = '']) => number);
  const rows = [...text.matchAll(/^\| ((?:[PR]?\d+(?:\.\d+)?(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', '),
  );
  return [...sections, ...items, ...rows];
}

const PAGES = ['screens', 'product', 'calls', 'threats', 'performance'] as const;
const NUMBERS = new Map<string, readonly string[]>(PAGES.map((page) => [page, numbersIn(page)]));

describe('Requirements', () => {
  test.each(PAGES)('the numbers in %s are unique', (page) => {
    const numbers = NUMBERS.get(page) ?? [];
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  test('are there under every number that is cited', () => {
    const cited = hitsOf(
      /docs\/requirements\/(\w+)\.md (?=[PR]?\d)([PR]?[\d.]+\d|\d)((?:, [PR]?[\d.]+\b)*)/g,
    );
    expect(cited.length).toBeGreaterThan(60);
    const lost = cited.filter(({ groups: [page = '', first = '', more = ''] }) =>
      [first, ...more.split(', ').slice(1)].some((number) => !NUMBERS.get(page)?.includes(number)),
    );
    expect(lost.map(shown)).toEqual([]);
  });

  test('contain every cited threat and accident', () => {
    const cited = hitsOf(/\b[Tt]hreats? (\d+)|\b[Aa]ccidents? (R\d+)/g);
    expect(cited.length).toBeGreaterThan(15);
    const known = NUMBERS.get('threats') ?? [];
    expect(
      cited.filter(({ groups: [threat, accident] }) => !known.includes(threat ?? accident ?? '')).map(shown),
    ).toEqual([]);
  });

  test('are cited by path and number, and nothing outside the repository is cited', () => {
    const elsewhere = [
      ...hitsOf(/(?<![\w/-])design\/\w+|\bspecification\b|(?<!RFC \d+ )§ ?\d/gi),
      // 'Issue 12' is a newsletter's title.
      ...hitsOf(/\bissue \d+/g),
      ...hitsOf(
        /(?<![/\w[])(?:screens|product|calls|threats|performance|api|model|look|style)\.md\b/g,
      ).filter(({ path }) => !path.startsWith('docs/requirements/')),
    ];
    expect(elsewhere.map(shown)).toEqual([]);
  });
});

describe('Decisions', () => {
  const pages = readdirSync(`${ROOT}/docs/decisions`).toSorted();

  test('are numbered without gaps, and begin with their number', () => {
    const numbers = pages.map((page) => page.slice(0, 3));
    expect(numbers).toEqual(pages.map((_, index) => String(index).padStart(3, '0')));
    for (const page of pages) {
      expect(textOf(`docs/decisions/${page}`)).toMatch(new RegExp(`^# ${page.slice(0, 3)} `));
    }
  });

  test('are there under every number that is cited', () => {
    const cited = hitsOf(/docs\/decisions\/(\d{3}[\w-]*)/g);
    expect(cited.length).toBeGreaterThan(8);
    const lost = cited.filter(({ groups: [name = ''] }) => !pages.some((page) => page.startsWith(name)));
    expect(lost.map(shown)).toEqual([]);
  });
});

describe('Docs', () => {
  test('name only existing files and folders', () => {
    const named = hitsOf(/`((?:src|test|e2e|bench|scripts|docs|lint|public|migrations)\/[\w./@-]+)`/g, docs);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ groups: [path = ''] }) => !existsSync(`${ROOT}/${path}`)).map(shown)).toEqual([]);
  });

  test('link only to existing pages', () => {
    const links = hitsOf(/\]\((?!https?:|#|mailto:)([^)\s#]+)/g, docs);
    expect(links.length).toBeGreaterThan(8);
    const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');
    const lost = links.filter(
      ({ path, groups: [to = ''] }) => !existsSync(`${ROOT}/${folderOf(path)}/${to}`),
    );
    expect(lost.map(shown)).toEqual([]);
  });
});
