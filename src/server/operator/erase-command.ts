import { DAY_MS } from '#newsletter/values/durations.ts';
import type { Config } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { onlyWord, parseCommand } from '#server/operator/words/parse-command.ts';
import { findNamedSchool } from './find-school.ts';
import { OperatorError } from './operator-error.ts';
import type { Say } from './say.ts';
import { MAIL_DAYS } from './schools-command.ts';
import { megabytes } from './table.ts';
import { withContext } from './with-context.ts';

const USAGE = `erase SCHOOL [--yes 'the name of the school']
    Erases a school for good, now. Without --yes it only says what would go.`;

/** `erase`: erases a school now, without the 30 days after an owner's closing. */
export const eraseCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, { yes: { type: 'string' } });
  const word = onlyWord(USAGE, positionals);
  return await withContext(config, say, async (context) => {
    const { matchesTypedName } = await import('#contract/school-closure.ts');
    const { findSchoolFigures } = await import('#server/data/operator/school-figures.ts');
    const { database, clock } = context;
    const { id, name } = await findNamedSchool(database, word);
    const since = new Date(clock.now().getTime() - MAIL_DAYS * DAY_MS);
    const school = await findSchoolFigures(database, id, since);
    if (school === undefined) throw new OperatorError(`${name} has just been erased.`);
    const { staff, subscribers, newsletters, published, files, bytes } = school;
    say(
      `${name}: ${staff} staff, ${subscribers} families, ${newsletters} newsletters (${published} published), ${files} uploaded files (${megabytes(bytes)}), its log and its invoices.`,
    );
    if (values.yes === undefined || !matchesTypedName(values.yes, name)) {
      say(`Nothing was erased. To erase all of it for good: erase ${id} --yes '${name}'`);
      return values.yes === undefined;
    }
    await erase(context, id);
    say('It is erased. Backups still hold it, until you delete them.');
    return true;
  });
}

async function erase(context: AppContext, id: string): Promise<void> {
  const { updateSchoolState } = await import('#server/data/schools.ts');
  const { deleteStaffSessions } = await import('#server/data/sessions.ts');
  const { listInvitedAddresses } = await import('#server/features/accounts/staff/invitation-repo.ts');
  const { cancelRenewal } = await import('#server/features/billing/plans/renewal.ts');
  const { eraseSchool } = await import('#server/features/school-closure/erasure/erasure.ts');
  const { database, clock } = context;
  // First, because it may fail: then nothing has happened yet.
  await cancelRenewal(context, id, null);
  await database.transaction(async () => {
    await deleteStaffSessions(database, id);
    await updateSchoolState(database, id, { closesAt: clock.now() });
  });
  await eraseSchool(context, id, listInvitedAddresses);
}
