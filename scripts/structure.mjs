import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { schoolFieldPlaces } from '../test/school-field-places.ts';
import { root } from './install.mjs';
import { code, textOf } from './walls/code.ts';

/**
 * `npm run structure`: measures how the code is laid out and writes the table in docs/architecture.md, so that it stays
 * true. With `--check` it writes nothing and fails if the table is out of date. Tests and generated files do not count.
 */

const ROOMS = ['newsletter', 'contract', 'server', 'ui', 'web'];
const PAGE = join(root, 'docs', 'architecture.md');
const [BEGIN, END] = ['<!-- structure -->\n', '<!-- /structure -->'];
const BLOCKS = 'src/newsletter/blocks';

const files = code.toSorted();

const page = readFileSync(PAGE, 'utf8');
const [before, rest] = page.split(BEGIN);
const after = rest?.split(END)[1];
if (after === undefined) throw new Error(`${PAGE} has no markers for the table`);
const table = `${sizes()}\n\n${reach()}\n`;
const current = `${before}${BEGIN}\n${table}\n${END}${after}`;
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, current);
  console.log(table);
} else if (current !== page) {
  console.log('The table in docs/architecture.md is out of date: npm run structure');
  process.exitCode = 1;
}

function sizes() {
  const rows = ROOMS.map((room) => {
    const own = files.filter((file) => file.startsWith(`src/${room}/`));
    const lines = own.map((file) => linesOf(file)).sort((a, b) => a - b);
    const folders = [...Map.groupBy(own, dirname)].sort(([, a], [, b]) => b.length - a.length);
    const [fullest, inside] = folders[0] ?? ['', []];
    return [
      `\`src/${room}\``,
      own.length,
      `${at(lines, 0.5)} / ${at(lines, 0.9)} / ${lines.at(-1)}`,
      `${inside.length} (\`${fullest.replace(`src/${room}`, '').slice(1) || '.'}\`)`,
    ];
  });
  return markdown(['room', 'files', 'lines a file: median / p90 / max', 'most files in a folder'], rows);
}

function reach() {
  const calls = files
    .filter((file) => file.startsWith('src/contract/'))
    .flatMap((file) => [...textOf(file).matchAll(/^ {2}(\w+): route\(/gm)].map(([, name]) => name));
  const named = calls
    .map((name) => naming(new RegExp(`\\w+Routes\\.${name}\\b`)).length + 1)
    .sort((a, b) => a - b);
  const blocks = readdirSync(join(root, BLOCKS), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const edits = blocks.map(({ name }) => {
    const path = new RegExp(`(?:#newsletter/blocks|\\.)/${name}/`);
    return naming(path).filter((file) => !file.startsWith(`${BLOCKS}/${name}/`)).length;
  });
  return markdown(
    ['to …', 'files'],
    [
      ['add a block, outside its folder', Math.max(...edits)],
      [
        `name a call, its row included (median / most of ${calls.length})`,
        `${at(named, 0.5)} / ${named.at(-1)}`,
      ],
      ['write a field of a school (`search_engines`)', schoolFieldPlaces().length],
    ],
  );
}

function naming(pattern) {
  return files.filter((file) => pattern.test(textOf(file)));
}

function linesOf(file) {
  return textOf(file).split('\n').length - 1;
}

function at(sorted, share) {
  return sorted[Math.floor((sorted.length - 1) * share)];
}

function markdown(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
