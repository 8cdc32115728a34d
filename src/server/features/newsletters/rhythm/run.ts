import type { IssueDay } from '#contract/rhythm/issue-days.ts';
import { RHYTHM_TROUBLE_WORDS, type RhythmTrouble } from '#contract/rhythm/next-issue.ts';
import { issueDay } from '#newsletter/issues/next-issue.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { findRhythmTrouble } from '#server/data/rhythm/issue-states.ts';
import { findLastIssue, type LastIssue, type RhythmRow } from '#server/data/rhythm/rhythm.ts';
import { listRunningRhythms, type RunningRhythm } from '#server/data/rhythm/running.ts';
import { loadSchool } from '#server/data/schools.ts';
import { listPeopleToNotify } from '#server/data/staff.ts';
import { createNextIssue } from '#server/features/newsletters/drafts/next-issue.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import { defineMail } from '#server/platform/mail/define-mail.ts';
import { dueIssues, firstAskedDay } from './due.ts';
import { findInCharge } from './in-charge.ts';
import { rhythmEmail } from './mails.ts';
import { type IssueParts, movedDay } from './parts.ts';
import { enqueueRhythm, rhythmMail, rhythmQueue, rhythmSweep } from './queues.ts';
import { findBegunIssue, forgetVacantParts, noteMade, noteTrouble } from './repo.ts';

/** Makes the next draft when it is due. However often a job runs, and in whatever process, an issue is begun once. */

/** Registers the jobs. */
export function defineRhythm(context: AppContext, parts: IssueParts): void {
  const { jobs, database, clock } = context;
  jobs.define(
    rhythmQueue,
    async ({ schoolId }) => {
      const now = clock.now();
      const [running] = await listRunningRhythms(database, firstAskedDay(now), schoolId);
      if (running !== undefined) await runRhythm(context, parts, running, now);
    },
    { exclusive: true },
  );
  jobs.define(rhythmSweep, async () => {
    const now = clock.now();
    for (const running of await listRunningRhythms(database, firstAskedDay(now))) {
      const { due, missed } = dueIssues(running, now);
      if (due !== null || missed !== null) await enqueueRhythm(context, running.rhythm.schoolId);
    }
  });
  jobs.schedule(rhythmSweep, '*/5 * * * *', 'UTC', {});
  defineMail(context, rhythmMail, (about) => rhythmEmail(context, about));
}

/** Another process came first. The transaction is rolled back. */
class AlreadyMade extends Error {}

async function runRhythm(
  context: AppContext,
  parts: IssueParts,
  running: RunningRhythm,
  now: Date,
): Promise<void> {
  const { rhythm } = running;
  const { due, missed } = dueIssues(running, now);
  if (missed !== null) await holdIssue(context, rhythm, missed, 'late');
  if (due === null) return;
  const trouble = await findRhythmTrouble(context.database, rhythm, now);
  if (trouble !== null) return await holdIssue(context, rhythm, due, trouble);
  try {
    await begin(context, parts, running, due);
  } catch (error) {
    if (!(error instanceof AlreadyMade)) throw error;
  }
}

async function begin(
  context: AppContext,
  parts: IssueParts,
  { rhythm, timeZone }: RunningRhythm,
  { day }: IssueDay,
): Promise<void> {
  const { database, clock } = context;
  const { schoolId } = rhythm;
  const last = await findLastIssue(database, rhythm);
  const personId = await findInCharge(context, rhythm);
  if (last === null || personId === null) return;
  // The issue is already published.
  if (day <= (await dayOf(context, last, schoolId))) return await noteOut(context, schoolId, last.id, day);
  const actor = { schoolId, personId };
  const record = async (draft: Newsletter) => {
    const now = clock.now();
    await database.forSchool(schoolId, async () => {
      if (!(await noteMade(database, { schoolId, id: draft.id }, day, now))) throw new AlreadyMade();
      const move = movedDay({ from: draft.carriedOver?.day ?? day, to: day, today: dayIn(timeZone, now) });
      const vacated = rhythm.vacant.filter(({ newsletterId }) => newsletterId === last.id);
      const given = await parts.giveAgain(context, actor, { from: last.id, to: draft, move, vacated });
      if (vacated.length > 0) await forgetVacantParts(database, schoolId, last.id);
      const details = { issue: day, news_letter_id: draft.id };
      await recordAudit(context, { schoolId, personId: null }, 'issue_begun', draft.title, details);
      const leaders = await listPeopleToNotify(database, schoolId, personId);
      const notified = new Set([...leaders.map(({ id }) => id), ...given.people]);
      for (const id of notified)
        await context.jobs.send(rhythmMail, {
          schoolId,
          personId: id,
          day,
          news: { is: 'begun', newsletterId: draft.id, vacant: [...given.vacant] },
        });
    });
  };
  const begun = await findBegunIssue(database, schoolId, day);
  if (begun !== null) await database.transaction(() => record(begun));
  else await createNextIssue(context, actor, last.id, { on: day, every: rhythm.every, record });
}

// Reads the day like the next issue does: a title that names this issue's day must not count as that of another issue.
async function dayOf(
  { database }: AppContext,
  { title, issueDate, publishedAt }: LastIssue,
  schoolId: string,
): Promise<string> {
  const { language, timeZone } = await loadSchool(database, schoolId);
  if (publishedAt === null) return issueDate ?? '';
  return issueDay({ title, issueDate, about: dayIn(timeZone, publishedAt) }, language);
}

async function noteOut({ database, clock }: AppContext, schoolId: string, id: string, day: string) {
  await database.forSchool(schoolId, () => noteMade(database, { schoolId, id }, day, clock.now()));
}

async function holdIssue(
  context: AppContext,
  { schoolId, inChargeId }: RhythmRow,
  { day }: IssueDay,
  trouble: RhythmTrouble,
): Promise<void> {
  const { database } = context;
  await database.forSchool(schoolId, async () => {
    if (!(await noteTrouble(database, schoolId, day, trouble))) return;
    const details = { trouble: RHYTHM_TROUBLE_WORDS[trouble], issue: day };
    await recordAudit(context, { schoolId, personId: null }, 'issue_not_begun', formatWeekday(day), details);
    for (const { id } of await listPeopleToNotify(database, schoolId, inChargeId))
      await context.jobs.send(rhythmMail, { schoolId, personId: id, day, news: { is: 'held', trouble } });
  });
}
