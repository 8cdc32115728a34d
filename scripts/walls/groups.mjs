import { importsOf, isTest } from './code.ts';

/** The groups of files that all reach each other by imports, types included: Tarjan's strongly connected components. */
export function groupsOf(files) {
  const seen = new Map();
  const path = [];
  const groups = [];
  for (const file of files) if (!seen.has(file)) visit(file);
  return groups.map((group) => group.join(', '));

  /** Returns the earliest file on the path that this one reaches, by its number. */
  function visit(file) {
    const number = seen.size;
    seen.set(file, number);
    path.push(file);
    let earliest = number;
    for (const { to, isLazy } of importsOf(file)) {
      if (isLazy || isTest(to)) continue;
      if (!seen.has(to)) earliest = Math.min(earliest, visit(to));
      else if (path.includes(to)) earliest = Math.min(earliest, seen.get(to));
    }
    if (earliest < number) return earliest;
    const group = path.splice(path.indexOf(file));
    if (group.length > 1) groups.push(group);
    return number;
  }
}
