import type { Config } from '#server/config.ts';
import { parseCommand, UsageError } from '#server/operator/words/parse-command.ts';
import type { DeadLetter } from '#server/platform/jobs/dead-letters.ts';
import { isId } from './is-id.ts';
import type { Say } from './say.ts';
import { counted, shortened, type TableColumn, tableOf } from './table.ts';
import { withContext } from './with-context.ts';

const USAGE = `failed [ID…] [--again | --forget]
    Background jobs that were given up, such as mails that no server took; all of them, or those with these ids. --again
    tries them anew by the running program, --forget deletes them. They are kept for seven days.`;

/** `failed`: the jobs that were given up, and their second chance. */
export const failedCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, {
    again: { type: 'boolean', default: false },
    forget: { type: 'boolean', default: false },
  });
  if (values.again && values.forget) throw new UsageError(USAGE, 'Either --again or --forget.');
  const wrong = positionals.find((word) => !isId(word));
  if (wrong !== undefined) throw new UsageError(USAGE, `‘${wrong}’ is no id.`);
  await withContext(config, say, async ({ database, jobs }) => {
    const { listDeadLetters, takeDeadLetters } = await import('#server/platform/jobs/dead-letters.ts');
    const all = await listDeadLetters(database);
    const meant = positionals.length === 0 ? all : all.filter(({ id }) => positionals.includes(id));
    say(listOf(meant));
    const ids = meant.map(({ id }) => id);
    if (ids.length === 0) return;
    if (values.again)
      say(
        `${counted(await takeDeadLetters(database, ids, jobs), 'job')} will be tried again by the running program.`,
      );
    if (values.forget) say(`${counted(await takeDeadLetters(database, ids), 'job')} deleted.`);
  });
  return true;
}

const COLUMNS: readonly TableColumn[] = [
  { heading: 'queue' },
  { heading: 'given up' },
  { heading: 'why' },
  { heading: 'id' },
];
const WHY_MAX = 100;

function listOf(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'No job was given up.';
  const rows = letters.map(({ id, queue, failedAt, why }) => [
    queue ?? '-',
    failedAt.toISOString().slice(0, 16).replace('T', ' '),
    shortened(why ?? '-', WHY_MAX),
    id,
  ]);
  return tableOf(COLUMNS, rows);
}
