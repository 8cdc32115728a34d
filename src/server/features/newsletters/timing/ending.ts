import type { TimingKind } from '#contract/timing/timing-state.ts';
import type { AppContext } from '#server/context.ts';
import { type Actor, recordAudit } from '#server/data/audit-log.ts';
import { nameInSchool } from '#server/data/staff.ts';
import { timingMail } from './queues.ts';
import { cancelOpen, type TimingRow } from './repo.ts';

/** Why a timing ended before its time. `replaced`: by another timing. */
export type End = 'canceled' | 'replaced' | 'published' | 'unpublished' | 'deleted';

/**
 * Cancels the open timings of these kinds, logs it, and mails the planner of a publishing if that was somebody else. Runs in the
 * transaction of what ends them.
 */
export async function endTimings(
  context: AppContext,
  actor: Actor,
  { id, title }: { readonly id: string; readonly title: string },
  kinds: readonly TimingKind[],
  how: End,
): Promise<readonly TimingRow[]> {
  const { database, clock } = context;
  return await database.forSchool(actor.schoolId, async () => {
    const ended = await cancelOpen(database, actor.schoolId, id, kinds, clock.now());
    for (const timing of ended) await noteEnd(context, actor, timing, title, how);
    return ended;
  });
}

/** Logs that a timing was canceled, and mails its planner. */
export async function noteEnd(
  context: AppContext,
  actor: Actor,
  { kind, at, plannedBy, newsletterId }: TimingRow,
  title: string,
  how: End,
): Promise<void> {
  const { database, jobs } = context;
  const { schoolId, personId } = actor;
  const details = { at: at.toISOString(), how, news_letter_id: newsletterId };
  await recordAudit(context, actor, `${kind}_plan_canceled`, title, details);
  if (kind !== 'publish' || how === 'unpublished') return;
  if (plannedBy === null || plannedBy === personId) return;
  const by = personId === null ? null : await nameInSchool(database, schoolId, personId);
  const about = { schoolId, personId: plannedBy, newsletterId, title, kind, at: at.toISOString() };
  await jobs.send(timingMail, { ...about, news: { is: 'ended', by: by ?? '', how } });
}
