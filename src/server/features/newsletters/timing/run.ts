import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { announceNews, announceNotes } from '#server/data/newsletter-news.ts';
import { isNotApproved } from '#server/features/newsletters/approval/required.ts';
import {
  type OnPublicChange,
  type Publisher,
  publishAs,
  unpublishAs,
} from '#server/features/newsletters/publishing/publishing.ts';
import { findNewsletter, type Newsletter } from '#server/features/newsletters/repo.ts';
import { defineMail } from '#server/platform/mail/define-mail.ts';
import { plannedContent } from './content.ts';
import { endTimings } from './ending.ts';
import { holdTiming, mailPlanner } from './hold.ts';
import { timingEmail } from './mails.ts';
import { enqueueTiming, timingMail, timingQueue, timingSweep } from './queues.ts';
import { changeTiming, findDueTimings, findTiming, listTimings, type TimingRow } from './repo.ts';
import type { TimedSending } from './sending.ts';
import { findPlanner, findTrouble, TROUBLES } from './troubles.ts';

/** Runs timings when they are due. However often a job runs, and in whatever process, a timing is done once. */

/** The effects of a timing outside its row. `changed` is called when a public page changes. */
export interface Effects {
  readonly changed: OnPublicChange;
  readonly sending: TimedSending;
}

/** Registers the jobs. */
export function defineTimings(context: AppContext, effects: Effects): void {
  const { jobs, database, clock } = context;
  jobs.define(timingQueue, async ({ schoolId, id }) => {
    const timing = await findTiming(database, schoolId, id);
    if (timing !== null) await runTiming(context, effects, timing);
  });
  jobs.define(timingSweep, async () => {
    for (const due of await findDueTimings(database, clock.now()))
      await enqueueTiming(context, { ...due, at: clock.now() });
  });
  jobs.schedule(timingSweep, '*/5 * * * *', 'UTC', {});
  defineMail(context, timingMail, (about) => timingEmail(context, about));
}

/** Another process, or a person, came first. The transaction is rolled back. */
class NoLongerPlanned extends Error {}

async function runTiming(context: AppContext, effects: Effects, timing: TimingRow): Promise<void> {
  if (timing.status !== 'planned') return;
  // The clock was set back, or the timing has a second job.
  if (timing.at > context.clock.now()) return await enqueueTiming(context, timing);
  try {
    await (timing.kind === 'publish' ? publishNow : unpublishNow)(context, effects, timing);
  } catch (error) {
    if (!(error instanceof NoLongerPlanned)) throw error;
  }
  announceNotes(context.database, timing.schoolId, timing.newsletterId);
}

async function publishNow(context: AppContext, effects: Effects, timing: TimingRow): Promise<void> {
  const { newsletterId: id } = timing;
  const trouble = await findTrouble(context, effects.sending, timing);
  if (trouble !== null) return await holdTiming(context, timing, trouble);
  const planner = await requirePlanner(context, timing);
  const publishing = {
    choose: async (stored: Newsletter) => plannedContent(timing, stored),
    record: async ({ title }: Newsletter) => {
      await finish(context, timing);
      const details = { planned_for: timing.at.toISOString(), version: timing.version, news_letter_id: id };
      await recordAudit(context, planner, 'published_as_planned', title, details);
      const { mail, at } = timing;
      if (mail !== null) await effects.sending.send(context, planner, id, { mail, at });
      await mailPlanner(context, timing, planner.personId, title, { is: 'done' });
    },
  };
  try {
    const published = await publishAs(context, planner, id, publishing, effects.changed);
    announceNews(context.database, planner, id, published);
  } catch (error) {
    // The dates changed a moment ago.
    if (!isNotApproved(error)) throw error;
    await holdTiming(context, timing, TROUBLES.dates);
  }
}

async function unpublishNow(context: AppContext, effects: Effects, timing: TimingRow): Promise<void> {
  const { schoolId, newsletterId: id, plannedBy: personId } = timing;
  const { database } = context;
  const before = await listTimings(database, schoolId, id);
  const first = before.find(
    (one) => one.kind === 'publish' && one.status === 'planned' && one.at <= timing.at,
  );
  // The program was not running for a while: the publishing before is held, as its unpublishing is due, too.
  if (first !== undefined) await runTiming(context, effects, first);
  const stored = await findNewsletter(database, schoolId, id);
  if (stored?.status !== 'published') {
    // Not published, so there is nothing to do.
    if (stored !== null)
      await endTimings(context, { schoolId, personId: null }, stored, ['unpublish'], 'unpublished');
    return;
  }
  const removed = await unpublishAs(context, { schoolId }, id, effects.changed, async ({ title }) => {
    await finish(context, timing);
    const details = { planned_for: timing.at.toISOString(), news_letter_id: id };
    await recordAudit(context, { schoolId, personId }, 'unpublished_as_planned', title, details);
    if (personId !== null) await mailPlanner(context, timing, personId, title, { is: 'done' });
  });
  if (personId !== null) announceNews(database, { schoolId, personId }, id, removed);
}

async function finish({ database, clock }: AppContext, timing: TimingRow): Promise<void> {
  const done = { status: 'done', endedAt: clock.now() } as const;
  if ((await changeTiming(database, timing, ['planned'], done)) === null) throw new NoLongerPlanned();
}

async function requirePlanner(context: AppContext, timing: TimingRow): Promise<Publisher> {
  const planner = await findPlanner(context, timing);
  if (planner === null) throw new NoLongerPlanned();
  return planner;
}
