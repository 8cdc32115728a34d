import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Modules = Rolldown.ChunkingContext;

interface Screen {
  /** The module where all screens begin. */
  readonly page: URL;
  /** The modules that every screen for signed-in people needs. */
  readonly signedIn: readonly URL[];
  /** The modules around every such screen but the large one. */
  readonly shell: readonly URL[];
  /** The module of the large screen. */
  readonly screen: URL;
  /** Modules that the screen loads right after it is drawn. */
  readonly soon: readonly URL[];
  /** The routes of screens that load nothing for the large one, and the screens among them that load modules for signed-in people. */
  readonly light: URL;
  readonly signIn: readonly URL[];
  /** Modules that stay in scripts of their own. */
  readonly apart: RegExp;
}

/**
 * Groups the modules for the build: those that all screens of signed-in people need, those around these screens, and a large
 * screen in four scripts: two that it needs at once (its own, and shared with others but the light screens), one that it needs
 * soon, and one that it loads later. Without groups, each shared module would be a script by itself, and dozens of small scripts
 * are larger and slower than one.
 */
export function screenScripts(name: string, parts: Screen) {
  let own: ReadonlyMap<string, string> | undefined;
  return {
    debugName: name,
    name: (id: string, modules: Modules) => {
      own ??= sorted(name, parts, modules);
      return own.get(id) ?? null;
    },
    // Modules that the screen shares with the light ones are not pulled into it.
    includeDependenciesRecursively: false,
  };
}

/** The script of each module. */
function sorted(name: string, parts: Screen, modules: Modules): ReadonlyMap<string, string> {
  const page = fileURLToPath(parts.page);
  const screen = fileURLToPath(parts.screen);
  const paths = (urls: readonly URL[]) => urls.map((each) => fileURLToPath(each));
  const signIn = paths(parts.signIn);
  const others = reached([page], modules, everWithout([screen]));
  const lightest = new Set([
    ...reached([page], modules, atOnce),
    ...reached([fileURLToPath(parts.light)], modules, everWithout(signIn)),
  ]);
  const isShared = (id: string) => others.has(id) && !lightest.has(id);
  const isOwn = (id: string) => !others.has(id);
  const scripts = new Map<string, string>();
  const add = (script: string, ids: ReadonlySet<string>, isIn: (id: string) => boolean) => {
    for (const id of ids) if (isIn(id) && !scripts.has(id) && !parts.apart.test(id)) scripts.set(id, script);
  };
  const first = reached([screen], modules, atOnce);
  const shell = reached(paths(parts.shell), modules, atOnce);
  add('signed-in', reached(paths(parts.signedIn), modules, atOnce), () => true);
  const soonSignedIn = new Set([...shell, ...reached(signIn, modules, ever)]);
  // Otherwise other screens would load all of the large screen's scripts for an icon.
  add('signed-in', first, (id) => (soonSignedIn.has(id) || ICON.test(id)) && !lightest.has(id));
  add('shell', shell, (id) => !first.has(id));
  add(`${name}-shared`, first, isShared);
  add(name, first, isOwn);
  add(`${name}-soon`, reached(paths(parts.soon), modules, atOnce), isOwn);
  add(`${name}-later`, reached([screen], modules, ever), isOwn);
  // A script for each icon of several screens is larger than one with all of them.
  add('icons', iconsOfSeveral(reached([page], modules, ever), modules), (id) => !lightest.has(id));
  return scripts;
}

type Next = (module: Rolldown.ModuleInfo) => readonly string[];

const atOnce: Next = ({ importedIds }) => importedIds;
const ever: Next = ({ importedIds, dynamicallyImportedIds }) => [...importedIds, ...dynamicallyImportedIds];
const everWithout =
  (screens: readonly string[]): Next =>
  (module) =>
    ever(module).filter((id) => !screens.includes(id));

/** Files that only re-export others: a module needs only the names that it imports from them. */
const LISTS =
  /[\\/](tabler-icons-react\.mjs|@mantine[\\/](core|hooks)[\\/]esm[\\/]index\.mjs|@tanstack[\\/](react-query|query-core)[\\/]build[\\/]modern[\\/]index\.js)$/;
const FROM_FILE = /(?:import|export) ?\{([^}]*)\} ?from ?["'](\.[^"']+)["']/g;
const IMPORTED = /import\s*\{([^}]*)\}\s*from/g;

function reached(from: readonly string[], modules: Modules, next: Next): Set<string> {
  const ids = new Set(from);
  for (const id of ids) for (const each of needs(id, modules, next)) ids.add(each);
  return ids;
}

function needs(id: string, modules: Modules, next: Next): readonly string[] {
  const module = modules.getModuleInfo(id);
  if (module === null || LISTS.test(id)) return [];
  const names = [...(module.code ?? '').matchAll(IMPORTED)].flatMap(([, list = '']) => namesIn(list));
  return next(module).flatMap((each) => {
    if (!LISTS.test(each)) return [each];
    const files = filesOf(each, modules);
    return names.flatMap((name) => files.get(name) ?? []);
  });
}

const ICON = /[\\/]icons[\\/]Icon\w+\.mjs$/;

/** The icons that several of these modules show. */
function iconsOfSeveral(ids: ReadonlySet<string>, modules: Modules): ReadonlySet<string> {
  const users = new Map<string, number>();
  for (const id of ids)
    for (const icon of needs(id, modules, atOnce).filter((each) => ICON.test(each)))
      users.set(icon, (users.get(icon) ?? 0) + 1);
  return new Set([...users].flatMap(([icon, count]) => (count > 1 ? [icon] : [])));
}

const files = new Map<string, ReadonlyMap<string, string>>();

/** The file of each name that a list re-exports. */
function filesOf(list: string, modules: Modules): ReadonlyMap<string, string> {
  const known = files.get(list);
  if (known !== undefined) return known;
  const code = modules.getModuleInfo(list)?.code ?? '';
  const found = new Map(
    [...code.matchAll(FROM_FILE)].flatMap(([, names = '', path = '']) =>
      namesIn(names).map((name) => [name, resolve(dirname(list), path)] as const),
    ),
  );
  // A list may re-export a whole other list.
  const others = (modules.getModuleInfo(list)?.importedIds ?? []).filter((id) => LISTS.test(id));
  const all = new Map([...others.flatMap((id) => [...filesOf(id, modules)]), ...found]);
  files.set(list, all);
  return all;
}

/** `a, default as b, c as d`: the outer names in a list's file, or the names that a module imports. */
function namesIn(list: string): readonly string[] {
  return list.split(',').flatMap((each) =>
    each
      .trim()
      .split(/\s+as\s+/)
      .filter((name) => name !== ''),
  );
}
