import type { AppContext } from '#server/context.ts';
import { listPartsOf, type PartInDraft } from '#server/data/parts.ts';
import { listMembers, namesOfMembers } from '#server/data/staff.ts';
import { labelIn } from './present.ts';
import { planReminder } from './reminders.ts';
import { insertPart } from './repo.ts';

/**
 * Gives the parts of an issue to the same people in the next one, in the transaction that makes it; its blocks have the same names.
 * Skips parts whose block is deleted. Sends no mails but reminders: the rhythm sends its own. Returns the people who have got some, and
 * the parts of people who have left, with their names.
 */
export async function giveAgain(
  context: AppContext,
  { schoolId, personId: givenBy }: { readonly schoolId: string; readonly personId: string },
  {
    from,
    to,
    move,
    vacated,
  }: {
    readonly from: string;
    readonly to: PartInDraft['draft'] & { readonly id: string };
    readonly move: (dueOn: string) => string;
    /** The blocks whose people have left the school. */
    readonly vacated: readonly { readonly block: string; readonly person: string }[];
  },
): Promise<{
  readonly people: readonly string[];
  readonly vacant: readonly { readonly label: string; readonly person: string }[];
}> {
  const { database, clock } = context;
  const members = await listMembers(database, schoolId);
  const people: string[] = [];
  const vacant: { label: string; person: string }[] = [];
  const before = await listPartsOf(database, schoolId, from);
  for (const { block, person } of vacated) {
    const label = labelIn(to, block);
    const isTaken = before.some(({ part }) => part.block === block);
    if (label !== null && !isTaken) vacant.push({ label, person });
  }
  for (const { part } of before) {
    const { block, personId } = part;
    const label = labelIn(to, block);
    if (label === null) continue;
    if (!members.some(({ id, status }) => id === personId && status === 'ACTIVE')) {
      vacant.push({ label, person: namesOfMembers(members)(personId) ?? '' });
      continue;
    }
    const dueOn = move(part.dueOn);
    const given = { schoolId, newsletterId: to.id, block, label, personId, dueOn };
    const inserted = await insertPart(database, { ...given, givenBy, givenAt: clock.now() });
    if (inserted === null) continue;
    await planReminder(context, inserted);
    people.push(personId);
  }
  return { people, vacant };
}
