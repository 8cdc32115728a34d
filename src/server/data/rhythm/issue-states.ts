import { type IssueDay, issueDaysAfter } from '#contract/rhythm/issue-days.ts';
import type { IssueOutcome, IssueState, RhythmTrouble } from '#contract/rhythm/next-issue.ts';
import { planHasEnded } from '#contract/school.ts';
import { loadSchool } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  findIssueRow,
  findLastIssue,
  issueRhythm,
  listTermDates,
  type RhythmIssueRow,
  type RhythmRow,
  termRange,
} from './rhythm.ts';

/** The states of a rhythm's issues. */

/** The next issues of a rhythm after a moment; see `issueDaysAfter`. */
export async function nextIssueDays(
  database: Database,
  rhythm: RhythmRow,
  after: Date,
  count: number,
): Promise<readonly IssueDay[]> {
  const { schoolId } = rhythm;
  const { timeZone } = await loadSchool(database, schoolId);
  const terms = (await listTermDates(database, schoolId)).map(termRange);
  return issueDaysAfter(after, count, issueRhythm(rhythm), { terms, timeZone });
}

/** The reason why no draft could be made at a moment, as things are; null if one could. */
export async function findRhythmTrouble(
  database: Database,
  rhythm: RhythmRow,
  at: Date,
): Promise<RhythmTrouble | null> {
  const school = await loadSchool(database, rhythm.schoolId);
  if (school.closesAt !== null) return 'closed';
  if (school.suspendedAt !== null) return 'suspended';
  const plan = { status: school.subscriptionStatus, endsAt: school.subscriptionEndDate };
  if (planHasEnded(plan, at)) return 'plan_ended';
  return (await findLastIssue(database, rhythm)) === null ? 'no_newsletter' : null;
}

/** The next issue of a rhythm that is on; null once the term dates have ended. */
export async function nextIssueOf(
  database: Database,
  rhythm: RhythmRow,
  now: Date,
): Promise<IssueState | null> {
  const [next] = await nextIssueDays(database, rhythm, now, 1);
  if (next === undefined) return null;
  const row = await findIssueRow(database, rhythm.schoolId, next.day);
  const at = next.draftAt > now ? next.draftAt : now;
  const { day } = next;
  const outcome = outcomeOfIssue(row ?? { schoolId: rhythm.schoolId, day, ...NOT_MADE });
  return {
    ...outcome,
    // The draft may have been made for another day of the week.
    day,
    trouble: outcome.is_made ? null : await findRhythmTrouble(database, rhythm, at),
    at: next.at.toISOString(),
    draft_at: (row?.madeAt ?? next.draftAt).toISOString(),
  };
}

const NOT_MADE = { newsletterId: null, madeAt: null, trouble: null, newsletter: null } as const;

/** The outcome of an issue. */
export function outcomeOfIssue({ day, madeAt, trouble, newsletter }: RhythmIssueRow): IssueOutcome {
  return {
    day,
    is_made: madeAt !== null,
    newsletter: newsletter && {
      id: newsletter.id,
      title: newsletter.title,
      is_published: newsletter.status === 'published',
    },
    trouble,
  };
}
