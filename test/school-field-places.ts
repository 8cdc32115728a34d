import { code, textOf } from '../scripts/walls/code.ts';

/**
 * A field of the school whose name is unique in the program. It has a column, a checkbox and an audit entry, and the other
 * fields of School settings are handled the same way.
 */
const PROBE = ['search_engines', 'searchEngines'] as const;

/** The files that name a field of the school. Reading one (`school.time_zone`) does not count. */
export function schoolFieldPlaces(): readonly string[] {
  const written = new RegExp(`(?<![.\\w])(?:${PROBE.join('|')})\\b`);
  return code.filter((file) => written.test(textOf(file))).sort();
}
