import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { needed, onlyWord, parseCommand } from '#server/operator/words/parse-command.ts';
import { findNamedSchool } from './find-school.ts';
import { OperatorError } from './operator-error.ts';
import type { Say } from './say.ts';
import { withContext } from './with-context.ts';

const USAGE = `export SCHOOL --to FILE
    Everything of a school as a ZIP file, as its owner can download it. The school's log says so.`;

/** Access for the program's own user only: the file holds families' addresses. */
const PRIVATE = 0o600;

/** `export`: a school's data, for when nobody can sign in any more, or an office asks for it. */
export const exportCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, { to: { type: 'string' } });
  const word = onlyWord(USAGE, positionals);
  const to = needed(USAGE, '--to', values.to);
  refuseUnlessNew(to);
  await withContext(config, say, async (context) => {
    const { id, name } = await findNamedSchool(context.database, word);
    await exportTo(context, id, to);
    say(`Everything of ${name} is in ${to}.`);
  });
  return true;
}

async function exportTo(context: AppContext, id: string, to: string): Promise<void> {
  const { recordAudit } = await import('#server/data/audit-log.ts');
  const { loadSchool } = await import('#server/data/schools.ts');
  const { copyInvoices, INVOICE_HEADINGS } = await import(
    '#server/features/billing/invoices/invoice-copies.ts'
  );
  const { archiveOf } = await import('#server/features/school-closure/export/archive.ts');
  const school = await loadSchool(context.database, id);
  const invoices = { headings: INVOICE_HEADINGS, copies: copyInvoices };
  const file = await newFile(to);
  await pipeline(await archiveOf(context, invoices, school), file.createWriteStream()).catch(
    async (error: unknown) => {
      // An incomplete ZIP file does not open.
      await rm(to, { force: true });
      throw error;
    },
  );
  await recordAudit(context, { schoolId: id, personId: null }, 'school_exported', 'everything');
}

// Checked before the database is opened; creating the file checks again.
function refuseUnlessNew(path: string): void {
  if (existsSync(path)) throw new OperatorError(isThere(path));
  if (!existsSync(dirname(path))) throw new OperatorError(noFolder(path));
}

const isThere = (path: string) => `${path} is there already: take another name.`;
const noFolder = (path: string) => `There is no folder for ${path}: make it first.`;

// Never overwrites a file.
async function newFile(path: string): Promise<FileHandle> {
  return await open(path, 'wx', PRIVATE).catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? error.code : null;
    if (reason === 'EEXIST') throw new OperatorError(isThere(path));
    if (reason === 'ENOENT') throw new OperatorError(noFolder(path));
    throw error;
  });
}
