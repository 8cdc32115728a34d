import {
  RHYTHM_MESSAGES,
  TERM_DATES_MAX,
  type TermDates,
  type TermDatesForm,
} from '#contract/rhythm/rhythm.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import type { TermDatesRow } from '#server/data/rhythm/rhythm.ts';
import { lockSchool } from '#server/data/schools.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { enqueueRhythm } from './queues.ts';
import { countTermDates, deleteTermDates, insertTermDates, noteChange } from './repo.ts';

/** The terms and holidays of a school. If a change makes a draft due, it is made at once. */

export function presentTermDates({ id, kind, name, firstOn, lastOn }: TermDatesRow): TermDates {
  return { id, kind, name, first_on: firstOn, last_on: lastOn };
}

/** Throws 409 if there are too many. */
export async function addTermDates(
  context: AppContext,
  caller: Member,
  { kind, name, first_on, last_on }: TermDatesForm,
): Promise<TermDates> {
  const { database } = context;
  const { schoolId } = caller;
  return await database.forSchool(schoolId, async () => {
    // Locked, so that of two calls at once not both find room.
    await lockSchool(database, schoolId);
    if ((await countTermDates(database, schoolId)) >= TERM_DATES_MAX)
      throw conflict(RHYTHM_MESSAGES.termsFull);
    const row = { schoolId, kind, name, firstOn: first_on, lastOn: last_on };
    const added = await insertTermDates(database, row);
    await recordAudit(context, caller, `${kind}_added`, name, { first_on, last_on });
    await noteChange(database, schoolId, context.clock.now());
    await enqueueRhythm(context, schoolId);
    return presentTermDates(added);
  });
}

/** Throws 404. */
export async function removeTermDates(context: AppContext, caller: Member, id: string): Promise<void> {
  const { database } = context;
  const { schoolId } = caller;
  await database.forSchool(schoolId, async () => {
    const removed = await deleteTermDates(database, schoolId, id);
    if (removed === null) throw notFound('Term dates');
    const { kind, name, firstOn, lastOn } = removed;
    const details = { first_on: firstOn, last_on: lastOn };
    await recordAudit(context, caller, `${kind}_removed`, name, details);
    await noteChange(database, schoolId, context.clock.now());
    await enqueueRhythm(context, schoolId);
  });
}
