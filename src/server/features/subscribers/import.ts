import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import {
  IMPORT_MESSAGES,
  type ImportLine,
  type ImportReply,
  type importEvent,
} from '#contract/subscribers.ts';
import { recordAudit } from '#server/audit.ts';
import type { House } from '#server/house.ts';
import type { Member, ReceivedFile } from '#server/http/handle.ts';
import type { ParsedFile } from './import-file.ts';
import { type KeptLine, keptLine } from './import-lines.ts';
import { parseFile } from './parse-file.ts';
import {
  findByEmail,
  findSuppressed,
  insertSubscribers,
  type Person,
  renameSubscribers,
  type Subscriber,
} from './repo.ts';

/** Adds or renames subscribers from a CSV file. */

/** What an import tells: any number of times how many lines are done, and at the end what became of them. */
export type ImportNews = z.infer<typeof importEvent> | ImportReply;

/**
 * Imports a file, or says what that would do. Each part is all or nothing, and a second import of the same file finds
 * done what was done: one that broke off is simply begun anew. Throws 400, at once, for a file that cannot be read.
 */
export async function importSubscribers(
  house: House,
  by: Member,
  file: ReceivedFile,
  dryRun: boolean,
): Promise<AsyncGenerator<ImportNews>> {
  const parsed = await parseFile(file.bytes);
  return importPeople(house, by, parsed, { dryRun, fileName: file.name });
}

async function* importPeople(
  house: House,
  by: Member,
  { parts, total, ignored }: ParsedFile,
  { dryRun, fileName }: { dryRun: boolean; fileName: string },
): AsyncGenerator<ImportNews> {
  const lines: ImportLine[] = [];
  for (const part of parts) {
    yield { progress: { done: lines.length, total } };
    lines.push(...(await importPart(house, by.schoolId, keptLines.parse(JSON.parse(part)), dryRun)));
    await nextTurn();
  }
  const summary = summaryOf(lines, dryRun, ignored);
  const { added, updated } = summary;
  if (!dryRun) await recordAudit(house, by, 'subscribers_imported', fileName, { added, updated });
  yield { import: summary };
}

const keptLines = z.array(keptLine);

async function importPart(
  { database, clock }: House,
  schoolId: string,
  part: readonly KeptLine[],
  dryRun: boolean,
): Promise<readonly ImportLine[]> {
  const emails = part.flatMap(({ email, outcome }) => (outcome === undefined ? [email] : []));
  return await database.forSchool(schoolId, async () => {
    const stored = new Map((await findByEmail(database, schoolId, emails)).map((row) => [row.email, row]));
    const suppressed = await findSuppressed(database, schoolId, emails);
    const lines = part.map(({ outcome, ...line }) =>
      outcome === undefined
        ? { ...line, ...outcomeFor(line, stored.get(line.email), suppressed.has(line.email)) }
        : { ...line, outcome },
    );
    if (!dryRun) {
      await insertSubscribers(database, schoolId, peopleOf(lines, 'added'), clock.now());
      await renameSubscribers(database, schoolId, peopleOf(lines, 'updated'));
    }
    return lines;
  });
}

function peopleOf(lines: readonly ImportLine[], wanted: ImportLine['outcome']): Person[] {
  return lines.flatMap(({ outcome, first_name: firstName, last_name: lastName, email }) =>
    outcome === wanted ? [{ firstName, lastName, email }] : [],
  );
}

function outcomeFor(
  { first_name, last_name }: KeptLine,
  stored: Subscriber | undefined,
  suppressed: boolean,
): Pick<ImportLine, 'outcome' | 'message'> {
  if (suppressed || stored?.status === 'unsubscribed')
    return { outcome: 'skipped', message: IMPORT_MESSAGES.unsubscribed };
  if (stored === undefined) return { outcome: 'added' };
  if (stored.firstName === first_name && stored.lastName === last_name)
    return { outcome: 'skipped', message: IMPORT_MESSAGES.same };
  return { outcome: 'updated', message: IMPORT_MESSAGES.renamed(`${stored.firstName} ${stored.lastName}`) };
}

function summaryOf(
  lines: readonly ImportLine[],
  dryRun: boolean,
  ignored: readonly string[],
): ImportReply['import'] {
  const count = (outcome: ImportLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
  const errors = lines.filter(({ outcome }) => outcome === 'error');
  return {
    dry_run: dryRun,
    added: count('added'),
    updated: count('updated'),
    skipped: count('skipped'),
    errors: errors.map(({ line, message = '' }) => ({ line, message })),
    lines: [...lines],
    ignored_columns: [...ignored],
  };
}
