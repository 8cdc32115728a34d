import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A detail of the school whose name means nothing else in the program. It has a column, a checkbox and a line in the log,
 * and every other detail of School settings takes the same ways.
 */
const PROBE = ['search_engines', 'searchEngines'] as const;

/** The files of the program that write a field of the school by hand. Reading one (`school.time_zone`) is no such place. */
export function schoolFieldPlaces(root: string): readonly string[] {
  const written = new RegExp(`(?<![.\\w])(?:${PROBE.join('|')})\\b`);
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\/|\/test-[^/]*$/.test(path))
    .filter((path) => written.test(readFileSync(join(root, path), 'utf8')))
    .sort();
}
