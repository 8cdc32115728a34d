import { IMPORT_MESSAGES, type ImportLine } from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import type { Subscriber } from '#server/data/subscribers.ts';
import {
  deleteSubscribed,
  findByEmail,
  findSuppressed,
  insertSubscribers,
  type Renaming,
  renameSubscribers,
} from '#server/features/subscribers/repo.ts';
import type { KeptLine } from './import-lines.ts';

/** One transaction of an import: compares lines with the list and writes them. */

/** A line with its outcome. */
export type DecidedLine = KeptLine & Pick<ImportLine, 'outcome'>;

/** Decides the outcome of lines; writes nothing. */
export async function decideLines(
  { database }: AppContext,
  schoolId: string,
  lines: readonly KeptLine[],
): Promise<readonly DecidedLine[]> {
  const emails = lines.flatMap(({ email, outcome }) => (outcome === undefined ? [email] : []));
  return await database.forSchool(schoolId, async () => {
    const stored = new Map((await findByEmail(database, schoolId, emails)).map((row) => [row.email, row]));
    const suppressed = await findSuppressed(database, schoolId, emails);
    return lines.map(({ outcome, ...line }) => ({
      ...line,
      ...(outcome === undefined
        ? outcomeFor(line, stored.get(line.email), suppressed.has(line.email))
        : { outcome }),
    }));
  });
}

/** Writes the decided lines. */
export async function applyLines(
  { database, clock }: AppContext,
  schoolId: string,
  lines: readonly DecidedLine[],
): Promise<void> {
  const added = lines.filter(({ outcome }) => outcome === 'added');
  await database.forSchool(schoolId, async () => {
    await insertSubscribers(database, schoolId, added.map(personOf), clock.now());
    await renameSubscribers(database, schoolId, lines.flatMap(renamingOf));
  });
}

/** Reverts written lines, except for people who have unsubscribed or were renamed in the meantime. */
export async function revertLines(
  { database }: AppContext,
  schoolId: string,
  lines: readonly KeptLine[],
): Promise<void> {
  const added = lines.flatMap(({ outcome, email }) => (outcome === 'added' ? [email] : []));
  const renamed = lines.flatMap(renamingOf).map(({ email, from, to }) => ({ email, from: to, to: from }));
  await database.forSchool(schoolId, async () => {
    await deleteSubscribed(database, schoolId, added);
    await renameSubscribers(database, schoolId, renamed);
  });
}

function personOf({ first_name: firstName, last_name: lastName, email }: KeptLine) {
  return { firstName, lastName, email };
}

function renamingOf({ outcome, email, before, first_name, last_name }: KeptLine): Renaming[] {
  return outcome === 'updated' && before ? [{ email, from: before, to: { first_name, last_name } }] : [];
}

function outcomeFor(
  { first_name, last_name }: KeptLine,
  stored: Subscriber | undefined,
  suppressed: boolean,
): Pick<DecidedLine, 'outcome' | 'message' | 'before'> {
  if (suppressed || stored?.status === 'unsubscribed')
    return { outcome: 'skipped', message: IMPORT_MESSAGES.unsubscribed };
  if (stored === undefined) return { outcome: 'added' };
  const before = { first_name: stored.firstName, last_name: stored.lastName };
  if (before.first_name === first_name && before.last_name === last_name)
    return { outcome: 'skipped', message: IMPORT_MESSAGES.same };
  const message = IMPORT_MESSAGES.renamed(`${before.first_name} ${before.last_name}`);
  return { outcome: 'updated', message, before };
}
