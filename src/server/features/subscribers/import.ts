import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import {
  IMPORT_MESSAGES,
  type ImportLine,
  type ImportReply,
  type importEvent,
  subscriberForm,
} from '#contract/subscribers.ts';
import { recordAudit } from '#server/audit.ts';
import type { House } from '#server/house.ts';
import type { Member, ReceivedFile } from '#server/http/handle.ts';
import { readPeople, type Told } from './columns.ts';
import { readCsv } from './csv.ts';
import {
  findByEmail,
  findSuppressed,
  insertSubscribers,
  type Person,
  renameSubscribers,
  type Subscriber,
} from './repo.ts';

/** Adds or renames subscribers from a CSV file. */

/** So many people are looked up and written in one transaction: others get their turn between two of them. */
const CHUNK = 250;

/** What an import tells: any number of times how many lines are done, and at the end what became of them. */
export type ImportNews = z.infer<typeof importEvent> | ImportReply;

/**
 * Imports a file, or says what that would do. Each chunk is all or nothing, and a second import of the same file finds
 * done what was done: one that broke off is simply begun anew. Throws 400, at once, for a file that cannot be read.
 */
export function importSubscribers(
  house: House,
  by: Member,
  file: ReceivedFile,
  dryRun: boolean,
): AsyncGenerator<ImportNews> {
  const { people, ignored } = readPeople(readCsv(file.bytes));
  return importPeople(house, by, people, { dryRun, ignored, fileName: file.name });
}

async function* importPeople(
  house: House,
  by: Member,
  people: readonly Told[],
  { dryRun, ignored, fileName }: { dryRun: boolean; ignored: readonly string[]; fileName: string },
): AsyncGenerator<ImportNews> {
  const total = people.length;
  const seen = new Map<string, number>();
  const lines: ImportLine[] = [];
  for (let start = 0; start < total; start += CHUNK) {
    yield { progress: { done: start, total } };
    const checked = people.slice(start, start + CHUNK).map((told) => checkLine(told, seen));
    lines.push(...(await importChunk(house, by.schoolId, checked, dryRun)));
    await nextTurn();
  }
  const summary = summaryOf(lines, dryRun, ignored);
  const { added, updated } = summary;
  if (!dryRun) await recordAudit(house, by, 'subscribers_imported', fileName, { added, updated });
  yield { import: summary };
}

/** A line with the person in it, or with what becomes of it without looking any further. */
interface Checked {
  readonly told: Told;
  readonly person?: Person;
  readonly decided?: Pick<ImportLine, 'outcome' | 'message'>;
}

function checkLine(told: Told, seen: Map<string, number>): Checked {
  const { line, unsubscribed, ...fields } = told;
  const parsed = subscriberForm.safeParse(fields);
  if (!parsed.success) return { told, decided: { outcome: 'error', message: faultsOf(parsed.error.issues) } };
  const { first_name: firstName, last_name: lastName, email } = parsed.data;
  const before = seen.get(email);
  if (before !== undefined)
    return { told, decided: { outcome: 'skipped', message: IMPORT_MESSAGES.twice(before) } };
  seen.set(email, line);
  if (unsubscribed) return { told, decided: { outcome: 'skipped', message: IMPORT_MESSAGES.marked } };
  return { told, person: { firstName, lastName, email } };
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
};

function faultsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues.map(({ path, message }) => `${FIELD_NAMES[String(path[0])] ?? ''}: ${message}`).join('. ');
}

async function importChunk(
  { database, clock }: House,
  schoolId: string,
  chunk: readonly Checked[],
  dryRun: boolean,
): Promise<readonly ImportLine[]> {
  const emails = chunk.flatMap(({ person }) => person?.email ?? []);
  return await database.forSchool(schoolId, async () => {
    const stored = new Map((await findByEmail(database, schoolId, emails)).map((row) => [row.email, row]));
    const suppressed = await findSuppressed(database, schoolId, emails);
    const lines = chunk.map((checked) => lineOf(checked, stored, suppressed));
    if (!dryRun) {
      const peopleOf = (outcome: ImportLine['outcome']) =>
        chunk.flatMap(({ person }, index) => (lines[index]?.outcome === outcome && person ? [person] : []));
      await insertSubscribers(database, schoolId, peopleOf('added'), clock.now());
      await renameSubscribers(database, schoolId, peopleOf('updated'));
    }
    return lines;
  });
}

function lineOf(
  { told, person, decided }: Checked,
  stored: ReadonlyMap<string, Subscriber>,
  suppressed: ReadonlySet<string>,
): ImportLine {
  const { line, first_name, last_name, email } = told;
  if (person === undefined) {
    const shown = { first_name: short(first_name), last_name: short(last_name), email: short(email) };
    return { line, ...shown, ...(decided ?? { outcome: 'error' }) };
  }
  const { firstName, lastName } = person;
  const shown = { line, first_name: firstName, last_name: lastName, email: person.email };
  return { ...shown, ...outcomeFor(person, stored.get(person.email), suppressed.has(person.email)) };
}

function outcomeFor(
  { firstName, lastName }: Person,
  stored: Subscriber | undefined,
  suppressed: boolean,
): Pick<ImportLine, 'outcome' | 'message'> {
  if (suppressed || stored?.status === 'unsubscribed')
    return { outcome: 'skipped', message: IMPORT_MESSAGES.unsubscribed };
  if (stored === undefined) return { outcome: 'added' };
  if (stored.firstName === firstName && stored.lastName === lastName)
    return { outcome: 'skipped', message: IMPORT_MESSAGES.same };
  return { outcome: 'updated', message: IMPORT_MESSAGES.renamed(`${stored.firstName} ${stored.lastName}`) };
}

// What is wrong may be wrong by its length.
function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
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
