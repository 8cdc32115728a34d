import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A field of the school whose name is unique in the program. It has a column, a checkbox and an audit entry, and the other
 * fields of School settings are handled the same way.
 */
const PROBE = ['search_engines', 'searchEngines'] as const;

/** The files that name a field of the school. Reading one (`school.time_zone`) does not count. */
export function schoolFieldPlaces(root: string): readonly string[] {
  const written = new RegExp(`(?<![.\\w])(?:${PROBE.join('|')})\\b`);
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\/|\/test-[^/]*$/.test(path))
    .filter((path) => written.test(readFileSync(join(root, path), 'utf8')))
    .sort();
}
