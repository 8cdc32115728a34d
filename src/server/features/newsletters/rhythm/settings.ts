import {
  RHYTHM_MESSAGES,
  type RhythmForm,
  type RhythmResource,
  rhythmSettings,
} from '#contract/rhythm/rhythm.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { nextIssueOf, outcomeOfIssue } from '#server/data/rhythm/issue-states.ts';
import { findLastIssue, findRhythm, listIssueRows, listTermDates } from '#server/data/rhythm/rhythm.ts';
import { loadSchool } from '#server/data/schools.ts';
import { findMember, findOwner, listMembers } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { findNewsletter } from '#server/features/newsletters/repo.ts';
import { attributesOf, columnsOf } from '#server/platform/columns.ts';
import { invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { canBeInCharge } from './in-charge.ts';
import { enqueueRhythm } from './queues.ts';
import { upsertRhythm } from './repo.ts';
import { presentTermDates } from './term-dates.ts';

const ISSUES_SHOWN = 5;

/** Throws 404 for another school. */
export async function readRhythm(
  { database, clock }: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<RhythmResource> {
  if (id !== schoolId) throw notFound('School');
  return await database.forSchool(schoolId, async () => {
    const rhythm = await findRhythm(database, schoolId);
    const last = rhythm && (await findLastIssue(database, rhythm));
    const members = await listMembers(database, schoolId);
    const owner = await findOwner(database, schoolId);
    const issues = await listIssueRows(database, schoolId, ISSUES_SHOWN);
    return {
      id: schoolId,
      type: 'rhythm',
      attributes: {
        rhythm: rhythm && attributesOf(rhythmSettings, rhythm),
        goes_on_from: last && { id: last.id, title: last.title },
        term_dates: (await listTermDates(database, schoolId)).map(presentTermDates),
        people: members.filter(canBeInCharge).map(namedOf),
        owner: owner === undefined ? null : namedOf(owner),
        issues: issues.map(outcomeOfIssue),
        next: rhythm?.isOn ? await nextIssueOf(database, rhythm, clock.now()) : null,
      },
    };
  });
}

/**
 * Sets the rhythm. If a draft is already due by it, it is made at once. Throws 404 for another school; 400 for a newsletter that was
 * never published, and for a person who may not write in all newsletters.
 */
export async function setRhythm(
  context: AppContext,
  { schoolId, personId }: Member,
  id: string,
  form: RhythmForm,
): Promise<void> {
  if (id !== schoolId) throw notFound('School');
  const { database, clock } = context;
  const chosen = await findNewsletter(database, schoolId, form.newsletter_id);
  const inCharge = await findMember(database, schoolId, form.in_charge_id);
  if (chosen === null || chosen.publishedAt === null)
    throw invalid({ newsletter_id: RHYTHM_MESSAGES.newsletter });
  if (inCharge === undefined || !canBeInCharge(inCharge))
    throw invalid({ in_charge_id: RHYTHM_MESSAGES.inCharge });
  await database.forSchool(schoolId, async () => {
    const now = clock.now();
    const before = await findRhythm(database, schoolId);
    const chosenAt = before?.newsletterId === form.newsletter_id ? before.chosenAt : now;
    await upsertRhythm(database, { schoolId, ...columnsOf(form), chosenAt, changedAt: now });
    const { name } = await loadSchool(database, schoolId);
    const action = form.is_on ? 'rhythm_set' : 'rhythm_stopped';
    if (form.is_on || before?.isOn === true) await recordAudit(context, { schoolId, personId }, action, name);
    if (form.is_on) await enqueueRhythm(context, schoolId);
  });
}

function namedOf(person: User) {
  return { id: person.id, name: nameOrEmail(person) };
}
