import { APPROVAL_MESSAGES } from '#contract/approval/approval.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { type Approval, fingerprintOf, notApproved, shownHashOf } from '#server/data/approvals.ts';
import { loadSchool, type School } from '#server/data/schools.ts';
import {
  asPublished,
  type WithCalendar,
  withCalendar,
} from '#server/features/newsletters/publishing/calendar-words.ts';
import type { Unrendered } from '#server/features/newsletters/repo.ts';
import { findReliedOn } from './required.ts';

/**
 * Compares the dates that a newsletter shows with those that were approved. Blocks that fill themselves show other dates each day, so they
 * are filled for the day of the approval again.
 */

/** A hash of a draft as families would see it; `day`: the day for which blocks are filled, `YYYY-MM-DD`, from today's calendar. */
export async function shownHash(context: AppContext, draft: Unrendered, day?: string): Promise<string> {
  const school = await loadSchool(context.database, draft.schoolId);
  const dated = await withCalendar(context.database, draft);
  return shownHashOf(
    await asPublished(context, school, draft, dated, day === undefined ? {} : { today: day }),
  );
}

/** Whether a newsletter has the dates of a request or its approval. True for requests of older versions, which stored no hash. */
export async function hasSameDates(
  context: AppContext,
  request: Pick<Approval, 'shownHash' | 'decidedAt' | 'askedAt'>,
  content: Unrendered,
): Promise<boolean> {
  if (request.shownHash === null) return true;
  const school = await loadSchool(context.database, content.schoolId);
  return request.shownHash === (await shownHash(context, content, dayOf(school, request)));
}

/**
 * The day of the approval that a publishing relies on. Blocks are filled for that day, so that they show no date that the approver has not
 * read. Null if no approval is needed. Throws 403 if the dates have changed since.
 */
export async function approvedDay(
  context: AppContext,
  publisher: Parameters<typeof findReliedOn>[1],
  school: School,
  chosen: Unrendered,
  dated: Pick<WithCalendar, 'code'>,
): Promise<string | null> {
  const of = { id: chosen.id, fingerprint: fingerprintOf(chosen) };
  const approval = await findReliedOn(context.database, publisher, of);
  if (approval === null) return null;
  const day = dayOf(school, approval);
  const shown = await asPublished(context, school, chosen, dated, { today: day });
  if (approval.shownHash !== null && approval.shownHash !== shownHashOf(shown))
    throw notApproved(APPROVAL_MESSAGES.datesChanged);
  return day;
}

function dayOf(
  { timeZone }: School,
  { decidedAt, askedAt }: Pick<Approval, 'decidedAt' | 'askedAt'>,
): string {
  return dayIn(timeZone, decidedAt ?? askedAt);
}
