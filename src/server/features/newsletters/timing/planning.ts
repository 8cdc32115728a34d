import type { z } from 'zod';
import { APPROVAL_MESSAGES } from '#contract/approval/approval.ts';
import { TIMING_MESSAGES, type timingForm, timingProblem, toMinute } from '#contract/timing/timings.ts';
import type { AppContext } from '#server/context.ts';
import { notApproved } from '#server/data/approvals.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { keptContent } from '#server/features/newsletters/approval/content.ts';
import { lockNewsletter } from '#server/features/newsletters/approval/repo.ts';
import { isContentApproved, requireApproval } from '#server/features/newsletters/approval/required.ts';
import { loadNewsletter } from '#server/features/newsletters/drafts/service.ts';
import { refuseOtherPublishing } from '#server/features/newsletters/publishing/publishing.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { endTimings, noteEnd } from './ending.ts';
import { enqueueTiming } from './queues.ts';
import { changeTiming, findTiming, insertTiming, listTimings, type TimingRow } from './repo.ts';
import type { TimedSending } from './sending.ts';

type Form = z.output<typeof timingForm>;

/**
 * Plans a publishing of the draft as it is now, or an unpublishing, replacing an earlier plan. Throws 404; 400 for an
 * invalid time, reply address or group; 403 if it is not approved; 409 as publishing does.
 */
export async function planTiming(
  context: AppContext,
  sending: TimedSending,
  caller: Member,
  id: string,
  form: Form,
): Promise<TimingRow> {
  const { database, clock } = context;
  const { schoolId, personId } = caller;
  const { kind } = form;
  const at = toMinute(new Date(form.at));
  const stored = await loadNewsletter(context, caller, id);
  const problem = timingProblem(at, clock.now());
  if (problem !== null) throw invalid({ at: problem });
  if (kind === 'publish') await refuseOtherPublishing(context, stored, form);
  const plannedAt = clock.now();
  return await database.forSchool(schoolId, async () => {
    const draft = await lockNewsletter(database, schoolId, id);
    if (draft === null) throw notFound('Newsletter');
    if (kind === 'publish') {
      await refuseOtherPublishing(context, draft, { version: form.version ?? stored.version });
      await requireApproval(database, caller, draft);
    }
    await refuseOrder(context, draft, kind, at);
    const mail = kind === 'publish' && form.mail ? await sending.check(context, schoolId, form.mail) : null;
    await endTimings(context, caller, draft, [kind], 'replaced');
    const { version } = draft;
    const planned = { schoolId, newsletterId: id, kind, at, version, mail, plannedBy: personId, plannedAt };
    return await notePlanned(
      context,
      caller,
      await insertTiming(database, { ...keptContent(draft), ...planned }),
    );
  });
}

/** Cancels an open timing. Throws 404, 409 if it is already done. Idempotent. */
export async function cancelTiming(context: AppContext, caller: Member, id: string): Promise<TimingRow> {
  const { database, clock } = context;
  const { schoolId } = caller;
  return await database.forSchool(schoolId, async () => {
    const timing = await requireTiming(context, caller, id);
    const draft = await lockNewsletter(database, schoolId, timing.newsletterId);
    if (draft === null) throw notFound('Timing');
    const ended = { status: 'canceled', endedAt: clock.now() } as const;
    const canceled = await changeTiming(database, timing, ['planned', 'held'], ended);
    if (canceled !== null) await noteEnd(context, caller, canceled, draft.title, 'canceled');
    else if ((await requireTiming(context, caller, id)).status === 'done')
      throw conflict(TIMING_MESSAGES.ended);
    return canceled ?? timing;
  });
}

/**
 * Plans a canceled or replaced timing again, unchanged, replacing the current plan. Throws 404; 403 if it is not
 * approved; 409 if its time has passed; 400 if a group of its mail no longer exists.
 */
export async function restoreTiming(
  context: AppContext,
  sending: TimedSending,
  caller: Member,
  id: string,
): Promise<TimingRow> {
  const { database, clock } = context;
  const { schoolId, personId } = caller;
  return await database.forSchool(schoolId, async () => {
    const timing = await requireTiming(context, caller, id);
    const { kind, at, newsletterId, fingerprint } = timing;
    const draft = await lockNewsletter(database, schoolId, newsletterId);
    if (draft === null) throw notFound('Timing');
    if (timing.status === 'planned') return timing;
    if (at <= clock.now()) throw conflict(TIMING_MESSAGES.ended);
    if (kind === 'publish' && !(await isContentApproved(database, caller, newsletterId, fingerprint)))
      throw notApproved(APPROVAL_MESSAGES.requiredToPublish);
    await refuseOrder(context, draft, kind, at);
    if (timing.mail !== null) await sending.check(context, schoolId, timing.mail);
    await endTimings(context, caller, draft, [kind], 'replaced');
    const again = { status: 'planned', trouble: null, endedAt: null, plannedBy: personId } as const;
    const restored = await changeTiming(database, timing, ['canceled', 'held'], again);
    if (restored === null) throw conflict(TIMING_MESSAGES.ended);
    return await notePlanned(context, caller, restored);
  });
}

async function notePlanned(context: AppContext, caller: Member, timing: TimingRow): Promise<TimingRow> {
  const { kind, at, version, newsletterId, settings, mail } = timing;
  await enqueueTiming(context, timing);
  const details = {
    at: at.toISOString(),
    version,
    ...(mail && { sent: 'too' }),
    news_letter_id: newsletterId,
  };
  await recordAudit(context, caller, `${kind}_planned`, settings.title, details);
  return timing;
}

// Unpublishing comes after publishing.
async function refuseOrder(
  { database }: AppContext,
  { schoolId, id, status }: Newsletter,
  kind: TimingRow['kind'],
  at: Date,
): Promise<void> {
  const others = await listTimings(database, schoolId, id);
  const other = others.find((one) => one.kind !== kind);
  if (kind === 'unpublish' && status !== 'published' && other === undefined)
    throw conflict(TIMING_MESSAGES.notPublished);
  if (other === undefined) return;
  if (kind === 'publish' && at >= other.at) throw invalid({ at: TIMING_MESSAGES.unpublishedBefore });
  if (kind === 'unpublish' && at <= other.at) throw invalid({ at: TIMING_MESSAGES.publishedAfter });
}

async function requireTiming({ database }: AppContext, { schoolId }: Member, id: string): Promise<TimingRow> {
  const timing = await findTiming(database, schoolId, id);
  if (timing === null) throw notFound('Timing');
  return timing;
}
