import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';

/** All TypeScript of the repository, parsed, with the imports of each file. Paths are relative to the repository. */

const ROOT = new URL('../../', import.meta.url);
const TOPS = ['src', 'test', 'e2e', 'bench', 'scripts'];

export const files = TOPS.flatMap((top) =>
  readdirSync(fileURLToPath(new URL(top, ROOT)), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${top}/${file.replaceAll('\\', '/')}`,
  ),
).filter((file) => /\.tsx?$/.test(file));

export const isTest = (file: string) => /\.test\.tsx?$/.test(file) || !/^(?:src|scripts)\//.test(file);
/** The program itself. */
export const code = files.filter((file) => file.startsWith('src/') && !isTest(file));

const texts = new Map(files.map((file) => [file, readFileSync(new URL(file, ROOT), 'utf8')]));
const parsed = new Map(files.map((file) => [file, parseSync(file, textOf(file))]));

export function textOf(file: string): string {
  return texts.get(file) ?? '';
}

export const programOf = (file: string) => parsed.get(file)?.program;

/** The names that a file itself exports, without re-exports. */
export function exportsOf(file: string): string[] {
  return (parsed.get(file)?.module.staticExports ?? [])
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, exportName }) => (moduleRequest === null ? (exportName.name ?? []) : []));
}

/** An import of another file here, also of a style sheet. Types count. */
export interface Import {
  readonly specifier: string;
  /** The other file. */
  readonly to: string;
  /** '*': all. */
  readonly names: readonly string[];
  readonly isLazy: boolean;
}

const imports = new Map(files.map((file) => [file, readImports(file)]));

export const importsOf = (file: string) => imports.get(file) ?? [];

function readImports(file: string): readonly Import[] {
  const { staticImports = [], staticExports = [] } = parsed.get(file)?.module ?? {};
  const stated = [
    ...staticImports.map(({ moduleRequest, entries }) => ({ specifier: moduleRequest.value, entries })),
    ...staticExports.flatMap(({ entries }) =>
      entries.map((entry) => ({ specifier: entry.moduleRequest?.value ?? '', entries: [entry] })),
    ),
  ].map(({ specifier, entries }) => ({
    specifier,
    names: entries.map(({ importName }) => importName.name ?? '*'),
    isLazy: false,
  }));
  const lazy = [...textOf(file).matchAll(/\bimport\('([^']+)'\)/g)].map(([, specifier = '']) => ({
    specifier,
    names: ['*'],
    isLazy: true,
  }));
  return [...stated, ...lazy]
    .filter(({ specifier }) => /^[.#]/.test(specifier))
    .map((each) => ({ ...each, to: targetOf(file, each.specifier) }));
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const [, room, rest] = /^#(\w+)\/(.+)$/.exec(specifier) ?? [];
  return room === 'test' ? `test/${rest}` : `src/${room}/${rest}`;
}

/** Calls `visit` with each node of a file's syntax tree. */
export function walk(node: unknown, visit: (node: object) => void): void {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
    return;
  }
  visit(node);
  for (const [key, child] of Object.entries(node)) if (key !== 'range') walk(child, visit);
}
