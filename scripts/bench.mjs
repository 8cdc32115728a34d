import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/**
 * `npm run bench`, or `npm run bench -- render` for one: runs the benchmarks in bench/ in sequence. Each file
 * directly in it has an async function as default export, which resolves to rows `{ name, value, unit }` and, where
 * they apply, `reference` (the same work done by the reference, in the same run), `ratio`, `aim` (in words) and
 * `met`.
 */

ensureInstalled();
if (await onProjectNode(import.meta.url)) await bench(process.argv.slice(2));

async function bench(wanted) {
  const known = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length));
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0 || known.length === 0) {
    console.error(`Unknown benchmark: ${unknown.join(', ')}. Known: ${known.join(', ') || 'none'}.`);
    process.exit(1);
  }
  // Several benchmarks load the built pages.
  ensureBuilt();
  const rows = [];
  const failures = [];
  for (const name of wanted.length > 0 ? wanted : known) {
    console.log(`Measuring ${name} …`);
    try {
      const { default: measure } = await import(pathToFileURL(join(root, 'bench', `${name}.ts`)).href);
      rows.push(...(await measure()));
    } catch (error) {
      failures.push(name);
      console.error(error);
    }
  }
  console.log(`\n${tableOf(rows)}\n`);
  if (failures.length > 0) console.error(`Could not be measured: ${failures.join(', ')}`);
  const missed = rows.filter(({ met }) => met === false).length;
  if (missed > 0) console.log(`${missed} of ${rows.length} miss their aim.`);
  // A missed aim is no failure, as the machine may be busy; a benchmark that throws is.
  process.exit(failures.length > 0 ? 1 : 0);
}

function tableOf(rows) {
  const head = ['what', 'value', 'reference', 'ratio', 'aim', 'met'];
  const cells = rows.map(({ name, value, unit, reference, ratio, aim, met }) => [
    name,
    `${figure(value)} ${unit}`,
    reference === undefined ? '' : `${figure(reference)} ${unit}`,
    ratio === undefined ? '' : `${figure(ratio)}x`,
    aim ?? '',
    met === undefined ? '' : met ? 'yes' : 'NO',
  ]);
  const lines = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const numbers = new Set([1, 2, 3]);
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          numbers.has(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Three significant digits; from 100 on, whole numbers. */
function figure(value) {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return String(Number(value.toPrecision(3)));
}
