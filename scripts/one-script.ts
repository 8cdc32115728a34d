import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Modules = Rolldown.ChunkingContext;

/**
 * A group of modules for the build, in one script: those that `screen` (a path) needs at once, and that nothing but it
 * and what it loads later needs as well. Without it each module that something later shares with the screen is a
 * script by itself, and dozens of small ones weigh more than one and take longer. `page` is where all others begin.
 */
export function oneScript(name: string, { page, screen }: { page: URL; screen: URL }) {
  const [first, entrance] = [fileURLToPath(page), fileURLToPath(screen)];
  let own: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    name: (id: string, modules: Modules) => {
      own ??= ownOf(reached(entrance, modules, atOnce), reached(first, modules, everWithout(entrance)));
      // What is also imported by name when it is needed has to stay a script that exports all of it.
      return own.has(id) && modules.getModuleInfo(id)?.dynamicImporters.length === 0 ? name : null;
    },
    // What the screen shares with others is not drawn into it.
    includeDependenciesRecursively: false,
  };
}

function ownOf(needed: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...needed].filter((id) => !others.has(id)));
}

type Next = (module: Rolldown.ModuleInfo) => readonly string[];

const atOnce: Next = ({ importedIds }) => importedIds;
const everWithout =
  (screen: string): Next =>
  ({ importedIds, dynamicallyImportedIds }) =>
    [...importedIds, ...dynamicallyImportedIds].filter((id) => id !== screen);

/** All icons are imported from one file, which imports every one there is. */
const ICONS = /[\\/]tabler-icons-react\.mjs$/;
const ICON = /\bIcon[A-Z]\w*/g;

function reached(from: string, modules: Modules, next: Next): Set<string> {
  const ids = new Set([from]);
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
