import type { Database } from '#server/platform/db/client.ts';
import { OperatorError } from './operator-error.ts';

/** The school that an operator names by its id, the address of its pages, or its full name. Throws `OperatorError`. */
export async function findNamedSchool(
  database: Database,
  word: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const { listSchoolNames } = await import('#server/data/operator/school-figures.ts');
  const [school, ...others] = await listSchoolNames(database, word.trim());
  if (school === undefined)
    throw new OperatorError(
      `There is no school ‘${word}’: take its id or address from ‘npm run operator -- schools’.`,
    );
  if (others.length > 0) {
    const ids = [school, ...others].map(({ id }) => id);
    throw new OperatorError(
      `There are ${ids.length} schools of that name: take the id of the one you mean (${ids.join(', ')}).`,
    );
  }
  return school;
}
