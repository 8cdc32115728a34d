import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { listPeopleToNotify } from '#server/data/staff.ts';
import { timingMail } from './queues.ts';
import { changeTiming, type TimingRow } from './repo.ts';

/** Holding a timing until a person decides, and the mails about the outcome of timings. */

/** Holds a timing until a person decides, and mails its planner and the owner. */
export async function holdTiming(context: AppContext, timing: TimingRow, trouble: string): Promise<void> {
  const { database } = context;
  const { schoolId, plannedBy, newsletterId } = timing;
  const { title } = timing.settings;
  await database.forSchool(schoolId, async () => {
    if ((await changeTiming(database, timing, ['planned'], { status: 'held', trouble })) === null) return;
    const details = { at: timing.at.toISOString(), trouble, news_letter_id: newsletterId };
    await recordAudit(context, { schoolId, personId: null }, 'publish_held', title, details);
    for (const { id } of await listPeopleToNotify(database, schoolId, plannedBy))
      await mailPlanner(context, timing, id, title, { is: 'held', trouble });
  });
}

/** Mails a person the outcome of a timing. */
export async function mailPlanner(
  { jobs }: AppContext,
  { schoolId, newsletterId, kind, at }: TimingRow,
  personId: string,
  title: string,
  news: { readonly is: 'done' } | { readonly is: 'held'; readonly trouble: string },
): Promise<void> {
  await jobs.send(timingMail, {
    schoolId,
    personId,
    newsletterId,
    title,
    kind,
    at: at.toISOString(),
    news: { ...news },
  });
}
