import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { root } from '../install.mjs';

/** All TypeScript of the repository, parsed, with the imports of each file. Paths are relative to the repository. */

const TOPS = ['src', 'test', 'e2e', 'bench', 'scripts'];

export const files = TOPS.flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${top}/${file.replaceAll('\\', '/')}`,
  ),
).filter((file) => /\.tsx?$/.test(file));

export const isTest = (file) => /\.test\.tsx?$/.test(file) || !/^(?:src|scripts)\//.test(file);
/** The program itself. */
export const code = files.filter((file) => file.startsWith('src/') && !isTest(file));

const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const parsed = new Map(files.map((file) => [file, parseSync(file, texts.get(file))]));

export const textOf = (file) => texts.get(file) ?? '';
export const programOf = (file) => parsed.get(file).program;

/** The names that a file itself exports, without re-exports. */
export function exportsOf(file) {
  return parsed
    .get(file)
    .module.staticExports.flatMap(({ entries }) => entries)
    .filter(({ moduleRequest, exportName }) => moduleRequest === null && exportName.name !== null)
    .map(({ exportName }) => exportName.name);
}

const imports = new Map(files.map((file) => [file, readImports(file)]));

/** A file's imports of other files here: the file `to`, the `names` ('*': all), and whether it `isLazy`. Types count. */
export const importsOf = (file) => imports.get(file) ?? [];

function readImports(file) {
  const { staticImports, staticExports } = parsed.get(file).module;
  const stated = [
    ...staticImports.map(({ moduleRequest, entries }) => [moduleRequest, entries]),
    ...staticExports.flatMap(({ entries }) => entries.map((entry) => [entry.moduleRequest, [entry]])),
  ].filter(([request]) => request !== null);
  const lazy = [...textOf(file).matchAll(/\bimport\('([^']+)'\)/g)];
  return [
    ...stated.map(([request, entries]) => ({
      to: targetOf(file, request.value),
      names: entries.map(({ importName }) => importName?.name ?? '*'),
      isLazy: false,
    })),
    ...lazy.map(([, specifier]) => ({ to: targetOf(file, specifier), names: ['*'], isLazy: true })),
  ].filter(({ to }) => texts.has(to));
}

function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const [, room, rest] = /^#(\w+)\/(.+)$/.exec(specifier) ?? [];
  return room === 'test' ? `test/${rest}` : `src/${room}/${rest}`;
}

/** Calls `visit` with each node of a file's syntax tree. */
export function walk(node, visit) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
    return;
  }
  visit(node);
  for (const [key, child] of Object.entries(node)) if (key !== 'range') walk(child, visit);
}
