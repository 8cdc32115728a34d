import { listSchoolFigures, type SchoolFigures } from '#server/data/operator/school-figures.ts';
import type { Database } from '#server/platform/db/client.ts';
import { OperatorError } from './operator-error.ts';

/** The school that an operator means: by its id, the address of its pages, or its whole name. Throws `OperatorError`. */
export async function findNamedSchool(database: Database, word: string, since: Date): Promise<SchoolFigures> {
  const all = await listSchoolFigures(database, since);
  const wanted = word.toLowerCase();
  const found = all.filter(
    ({ id, address, name }) => id === wanted || address === wanted || name.toLowerCase() === wanted,
  );
  const [school, ...others] = found;
  if (school === undefined)
    throw new OperatorError(
      `There is no school ‘${word}’: take its id or address from ‘npm run operator -- schools’.`,
    );
  if (others.length > 0)
    throw new OperatorError(
      `There are ${found.length} schools of that name: take the id of the one you mean (${found.map(({ id }) => id).join(', ')}).`,
    );
  return school;
}
