import type { Config } from '#server/config.ts';
import type { WrongMark } from '#server/data/mail/wrong-marks.ts';
import { noWords, parseCommand, UsageError } from '#server/operator/words/parse-command.ts';
import { maskAddresses } from '#server/platform/mail/failure.ts';
import { isId } from './is-id.ts';
import type { Say } from './say.ts';
import { shortened, type TableColumn, tableOf } from './table.ts';
import { withContext } from './with-context.ts';

const USAGE = `marks [SENDING] [--undo]
    Families that get nothing, as their address ‘does not exist’, although the mail server spoke of something else: of a
    limit, of spam, of who sends. With SENDING, an id that ‘school’ shows: all that were marked in it. --undo takes these
    marks away; ‘resend’ then sends them what they missed.`;

/** `marks`: removes marks from families that were marked although the fault was the mail server's. */
export const marksCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, { undo: { type: 'boolean', default: false } });
  const [sending, ...more] = positionals;
  noWords(USAGE, more);
  if (sending !== undefined && !isId(sending))
    throw new UsageError(USAGE, 'SENDING is an id that ‘npm run operator -- school SCHOOL’ shows.');
  await withContext(config, say, async (context) => {
    const { findMarksOf, findWrongMarks, undoMarks } = await import('#server/data/mail/wrong-marks.ts');
    const { forgetBounces } = await import('#server/features/deliveries/worker/quota.ts');
    const marks =
      sending === undefined
        ? await findWrongMarks(context.database)
        : await findMarksOf(context.database, sending);
    say(listOf(marks));
    if (marks.length === 0) return;
    if (!values.undo) return say('Nothing was changed. --undo takes these marks away.');
    const bySchool = Map.groupBy(marks, ({ schoolId }) => schoolId);
    for (const [schoolId, own] of bySchool)
      await context.database.transaction(async () => {
        const undone = await undoMarks(context, schoolId, own);
        await forgetBounces(context, schoolId, undone);
      });
    say('These marks are taken away. What they missed: ‘resend’, with the id that ‘school’ shows.');
  });
  return true;
}

const COLUMNS: readonly TableColumn[] = [
  { heading: 'school' },
  { heading: 'families', isNumber: true },
  { heading: 'the mail server said' },
];
const NAME_MAX = 40;
const RESPONSE_MAX = 100;

// Addresses differ in each reply, and do not belong in a terminal.
function listOf(marks: readonly WrongMark[]): string {
  if (marks.length === 0) return 'No family is marked wrongly.';
  const alike = Map.groupBy(marks, ({ schoolId, response }) =>
    JSON.stringify([schoolId, maskAddresses(response)]),
  );
  const rows = [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const response = shortened(maskAddresses(first.response), RESPONSE_MAX);
    return [[shortened(first.schoolName, NAME_MAX), String(same.length), response]];
  });
  return `${tableOf(COLUMNS, rows)}\nfamilies: ${marks.length}`;
}
