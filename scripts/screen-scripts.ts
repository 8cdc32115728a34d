import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Modules = Rolldown.ChunkingContext;

interface Screen {
  /** Where all screens begin. */
  readonly page: URL;
  readonly screen: URL;
  /** Modules that the screen loads right after it is drawn. */
  readonly soon: readonly URL[];
  /** The routes of screens that load nothing for this one. */
  readonly light: URL;
  /** Modules that stay in scripts of their own. */
  readonly apart: RegExp;
}

/**
 * Groups of modules for the build, in four scripts: what a screen needs at once, of its own and shared with others but the
 * light ones; what it needs soon; and what it loads later. Without them each module that it shares with something else is
 * a script by itself, and dozens of small ones weigh more than one and take longer.
 */
export function screenScripts(name: string, parts: Screen) {
  let own: ReadonlyMap<string, string> | undefined;
  return {
    debugName: name,
    name: (id: string, modules: Modules) => {
      own ??= sorted(name, parts, modules);
      return own.get(id) ?? null;
    },
    // What the screen shares with the light ones is not drawn into it.
    includeDependenciesRecursively: false,
  };
}

/** The script of each module. */
function sorted(name: string, parts: Screen, modules: Modules): ReadonlyMap<string, string> {
  const page = fileURLToPath(parts.page);
  const screen = fileURLToPath(parts.screen);
  const soon = parts.soon.map((each) => fileURLToPath(each));
  const others = reached([page], modules, everWithout(screen));
  const lightest = new Set([
    ...reached([page], modules, atOnce),
    ...reached([fileURLToPath(parts.light)], modules, ever),
  ]);
  const isShared = (id: string) => others.has(id) && !lightest.has(id);
  const isOwn = (id: string) => !others.has(id);
  const scripts = new Map<string, string>();
  const add = (script: string, ids: ReadonlySet<string>, isIn: (id: string) => boolean) => {
    for (const id of ids) if (isIn(id) && !scripts.has(id) && !parts.apart.test(id)) scripts.set(id, script);
  };
  add(`${name}-shared`, reached([screen], modules, atOnce), isShared);
  add(name, reached([screen], modules, atOnce), isOwn);
  add(`${name}-soon`, reached(soon, modules, atOnce), isOwn);
  add(`${name}-later`, reached([screen], modules, ever), isOwn);
  return scripts;
}

type Next = (module: Rolldown.ModuleInfo) => readonly string[];

const atOnce: Next = ({ importedIds }) => importedIds;
const ever: Next = ({ importedIds, dynamicallyImportedIds }) => [...importedIds, ...dynamicallyImportedIds];
const everWithout =
  (screen: string): Next =>
  (module) =>
    ever(module).filter((id) => id !== screen);

/** All icons are imported from one file, which imports every one there is. */
const ICONS = /[\\/]tabler-icons-react\.mjs$/;
const ICON = /\bIcon[A-Z]\w*/g;

function reached(from: readonly string[], modules: Modules, next: Next): Set<string> {
  const ids = new Set(from);
  for (const id of ids) {
    const module = modules.getModuleInfo(id);
    if (module === null) continue;
    const needed = next(module);
    const files = needed.find((each) => ICONS.test(each));
    const icons = files === undefined ? [] : iconsOf(module.code ?? '', modules.getModuleInfo(files));
    for (const each of needed) if (each !== files) ids.add(each);
    for (const each of icons) ids.add(each);
  }
  return ids;
}

function iconsOf(code: string, files: Rolldown.ModuleInfo | null): readonly string[] {
  const names = new Set(code.match(ICON));
  return (files?.importedIds ?? []).filter((id) => names.has(/(\w+)\.mjs$/.exec(id)?.[1] ?? ''));
}
