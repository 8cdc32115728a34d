import type { z } from 'zod';
import {
  type Audience,
  DELIVERY_MESSAGES,
  type deliveryForm,
  plannedTimeProblem,
  type testMailForm,
} from '#contract/deliveries.ts';
import type { DeliveryStatus } from '#contract/delivery-state.ts';
import type { GroupChoice } from '#contract/groups/audience.ts';
import { GROUP_MESSAGES } from '#contract/groups/groups.ts';
import type { AppContext } from '#server/context.ts';
import { requireApprovedEdition } from '#server/data/approvals.ts';
import { type Delivery, findDelivery, type ShownDelivery } from '#server/data/deliveries.ts';
import { bitsOfNewsletter } from '#server/data/groups/block-targets.ts';
import { currentGroups } from '#server/data/groups/current-groups.ts';
import { requireMail } from '#server/data/mail-limits.ts';
import { countAudience } from '#server/data/recipients.ts';
import { loadSchool } from '#server/data/schools.ts';
import { findMember } from '#server/data/staff.ts';
import { isImporting } from '#server/data/subscribers.ts';
import { hasForgotten } from '#server/features/deliveries/retention/forgotten.ts';
import { type Begun, beginDelivery, mailParts } from '#server/features/deliveries/worker/begin.ts';
import { sendTest } from '#server/features/deliveries/worker/jobs.ts';
import type { MailHeaders } from '#server/features/deliveries/worker/mail.ts';
import type { LoadMailSource, MailSource } from '#server/features/deliveries/worker/mail-source.ts';
import { enqueueDelivery } from '#server/features/deliveries/worker/queues.ts';
import { findQuota } from '#server/features/deliveries/worker/quota.ts';
import { countPostponed, skipWaiting, tryNow } from '#server/features/deliveries/worker/recipient-claims.ts';
import {
  assignAgain,
  bitsOf,
  describeAudienceReadings,
} from '#server/features/deliveries/worker/recipient-variants.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { staffAddresses, withoutSignatures } from '#server/platform/files/own-addresses.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { chooseAudience } from './audience.ts';
import { findObstacleMessage } from './obstacles.ts';
import { chooseReplyTo, currentReplyTo, logReplyToChange } from './reply-address.ts';
import {
  changeDelivery,
  countByState,
  hasNotBegun,
  insertDelivery,
  lockStatus,
  logDelivery,
  type StateCounts,
} from './repo.ts';

/** Creating a delivery, pausing, resuming and cancelling it. */

type Form = z.output<typeof deliveryForm>;
type TestForm = z.output<typeof testMailForm>;
/** A delivery and the states of its recipients. */
export interface Progress {
  readonly delivery: ShownDelivery;
  readonly counts: StateCounts;
  /** The number that it would reach now, if it has not begun. */
  readonly expected: number;
  readonly postponed: Awaited<ReturnType<typeof countPostponed>>;
  /** The obstacle to a scheduled or paused delivery as things are now. */
  readonly obstacle: string | null;
}

/** The audience that a newsletter would reach, and its look in the inbox. Throws 404, and 400 for unknown groups. */
export async function describeAudience(
  context: AppContext,
  loadSource: LoadMailSource,
  { schoolId }: Member,
  id: string,
  groups: GroupChoice,
): Promise<Audience> {
  const source = await requireSource(context, loadSource, schoolId, id);
  const headers = await mailHeadersOf(context, schoolId, source, {});
  const { audience } = await chooseAudience(context.database, schoolId, groups);
  const of = { schoolId, newsletterId: id, audience };
  const counts = await countAudience(context.database, of, await bitsOf(context, schoolId, source));
  const { recipients, alreadySent, withDigest, ownGroupsOnly, left, refused, byGroups } = counts;
  return {
    audience: {
      recipients,
      already_sent: alreadySent,
      with_digest: withDigest,
      own_groups_only: ownGroupsOnly,
      left,
      refused,
    },
    quota: await findQuota(context, await loadSchool(context.database, schoolId)),
    mail: {
      from_name: headers.fromName,
      from_address: context.config.mailFrom.address,
      subject: headers.subject,
      preview_text: headers.previewText,
      reply_to: headers.replyTo,
      bytes: Buffer.byteLength(source.html),
    },
    readings: await describeAudienceReadings(source, byGroups),
  };
}

/** The mail that a family in some groups would get now, with staff's addresses of files. Throws 404, 400 for an unknown group. */
export async function readMail(
  context: AppContext,
  loadSource: LoadMailSource,
  { schoolId }: Member,
  id: string,
  groups: readonly string[],
): Promise<string> {
  await requireGroups(context, schoolId, groups);
  const source = await loadSource(context, schoolId, id, groups);
  if (source === null) throw notFound('Newsletter');
  return (await staffAddresses(context, schoolId)).everywhere(source.html);
}

// Accepts merged groups, too: blocks may contain their ids.
async function requireGroups({ database }: AppContext, schoolId: string, ids: readonly string[]) {
  const groups = ids.length === 0 ? new Map() : await currentGroups(database, schoolId);
  if (!ids.every((each) => groups.has(each))) throw invalid({ groups: GROUP_MESSAGES.unknown });
}

/**
 * Sends a test mail to the caller. Throws 404, 400 for a foreign `reply_to` or an unknown group, 429 beyond the limits of caller, mailbox
 * and school.
 */
export async function requestTestMail(
  context: AppContext,
  loadSource: LoadMailSource,
  { schoolId, personId }: Member,
  id: string,
  form: TestForm,
): Promise<void> {
  const source = await requireSource(context, loadSource, schoolId, id);
  await requireGroups(context, schoolId, form.groups ?? []);
  await requireTry(context, LIMITS.testMail, [personId]);
  const headers = await mailHeadersOf(context, schoolId, source, form);
  const { email: to } = (await findMember(context.database, schoolId, personId)) ?? {};
  // No longer on the staff.
  if (to === undefined) return;
  await requireMail(context, 'test', { to, schoolId });
  const { groups } = form;
  await sendTest(context, {
    schoolId,
    personId,
    newsletterId: id,
    words: headers,
    ...(groups && { groups }),
  });
}

/**
 * Sends a published newsletter to everybody in the audience who does not have it yet, now or at `send_at`. Throws 404; 403 if it is not
 * approved; 400 for an invalid time or unknown groups; 409 if it is not published, has an unfinished delivery, would reach nobody, or if
 * its former recipients are no longer known.
 */
export async function createDelivery(
  context: AppContext,
  loadSource: LoadMailSource,
  caller: Member,
  newsletterId: string,
  form: Form,
): Promise<Progress> {
  const { schoolId, personId } = caller;
  const source = await requireSource(context, loadSource, schoolId, newsletterId);
  if (!source.published) throw conflict(DELIVERY_MESSAGES.notPublished);
  if (await hasForgotten(context, schoolId, newsletterId)) throw conflict(DELIVERY_MESSAGES.forgotten);
  await requireApprovedEdition(context.database, caller, newsletterId);
  const sendAt = parseSendAt(context, form.send_at ?? null);
  if (sendAt === null) await refuseStopped(context, schoolId);
  const headers = await mailHeadersOf(context, schoolId, source, form);
  const createdAt = context.clock.now();
  const audience = await chooseAudience(context.database, schoolId, form.groups ?? null);
  const row = { ...headers, ...audience, schoolId, newsletterId, createdBy: personId, sendAt, createdAt };
  return await context.database.forSchool(schoolId, async () => {
    if (sendAt === null) await refuseImporting(context, schoolId);
    const delivery = await insertOnce(context, { ...row, status: sendAt === null ? 'sending' : 'scheduled' });
    const begun =
      sendAt === null
        ? await beginDelivery(context, { ...delivery, newsletterId }, source)
        : await expectedOf(context, { ...delivery, newsletterId }, source);
    if (begun === null || begun.reached === 0) throw conflict(DELIVERY_MESSAGES.nobody);
    if (sendAt === null) await logDelivery(context, delivery, personId, 'send', { sent_to: begun.count });
    else {
      await enqueueDelivery(context, delivery.id, sendAt);
      await logDelivery(context, delivery, personId, 'send_planned', { send_at: sendAt.toISOString() });
    }
    // Inside the transaction, before a job changes it.
    return await loadProgress(context, schoolId, delivery.id);
  });
}

// The number of recipients of a scheduled delivery.
async function expectedOf(
  context: AppContext,
  row: Pick<ShownDelivery, 'schoolId' | 'newsletterId' | 'audience'>,
  source: MailSource,
): Promise<Begun> {
  const bits = await bitsOf(context, row.schoolId, source);
  const { recipients, withDigest } = await countAudience(context.database, row, bits);
  return { count: recipients, reached: recipients + withDigest };
}

async function refuseStopped(context: AppContext, schoolId: string): Promise<void> {
  const quota = await findQuota(context, await loadSchool(context.database, schoolId));
  if (quota.is_stopped) throw conflict(DELIVERY_MESSAGES.bounced);
}

function parseSendAt({ clock }: AppContext, text: string | null): Date | null {
  if (text === null) return null;
  const at = new Date(text);
  const problem = plannedTimeProblem(at, clock.now());
  if (problem !== null) throw invalid({ send_at: problem });
  return at;
}

async function insertOnce(
  { database }: AppContext,
  row: Parameters<typeof insertDelivery>[1],
): Promise<Delivery> {
  try {
    return await insertDelivery(database, row);
  } catch (error) {
    if (error instanceof UniqueViolation) throw conflict(DELIVERY_MESSAGES.underWay);
    throw error;
  }
}

/** A delivery with its progress. Throws 404 for another school's. */
export async function loadProgress(context: AppContext, schoolId: string, id: string): Promise<Progress> {
  const delivery = await findDelivery(context.database, schoolId, id);
  if (delivery === null) throw notFound('Delivery');
  const [progress] = await progressOf(context, schoolId, [delivery]);
  if (progress === undefined) throw new Error('No progress for a delivery');
  return progress;
}

/** Several deliveries with their progress. */
export async function progressOf(
  { database, clock }: AppContext,
  schoolId: string,
  rows: readonly ShownDelivery[],
): Promise<readonly Progress[]> {
  const ids = rows.map(({ id }) => id);
  const counts =
    ids.length === 0 ? new Map<string, StateCounts>() : await countByState(database, schoolId, ids);
  // A newsletter has at most one unfinished delivery.
  const planned = rows.find(hasNotBegun);
  const audience =
    planned &&
    (await countAudience(
      database,
      planned,
      await bitsOfNewsletter(database, schoolId, planned.newsletterId),
    ));
  const postponed = new Map<string, Progress['postponed']>();
  for (const row of rows)
    if ((counts.get(row.id)?.waiting ?? 0) > 0)
      postponed.set(row.id, await countPostponed(database, row, clock.now()));
  const waits = planned ?? rows.find(({ status }) => status === 'paused');
  const obstacle = waits ? await findObstacleMessage(database, waits, clock.now()) : null;
  return rows.map((delivery) => ({
    delivery,
    counts: counts.get(delivery.id) ?? {},
    expected: delivery === planned ? (audience?.recipients ?? 0) : 0,
    postponed: postponed.get(delivery.id) ?? { count: 0, nextAt: null },
    obstacle: delivery === waits ? obstacle : null,
  }));
}

/** Pauses a delivery. Throws 404, and 409 if it has ended or not begun. Idempotent. */
export async function pauseDelivery(context: AppContext, caller: Member, id: string): Promise<Progress> {
  return await changeStatus(context, caller, id, ['sending', 'paused'], { status: 'paused', trouble: null });
}

/**
 * Resumes a delivery. A paused one continues with the newsletter as published now, so that a mistake can be fixed for those still waiting.
 * Throws 404; 409 if it has ended, or the newsletter is not published. Idempotent.
 */
export async function resumeDelivery(
  context: AppContext,
  loadSource: LoadMailSource,
  caller: Member,
  id: string,
): Promise<Progress> {
  const { delivery } = await loadProgress(context, caller.schoolId, id);
  const source = await loadSource(context, caller.schoolId, delivery.newsletterId);
  if (!source?.published) throw conflict(DELIVERY_MESSAGES.notPublished);
  await requireApprovedEdition(context.database, caller, delivery.newsletterId);
  await refuseStopped(context, caller.schoolId);
  if (hasNotBegun(delivery) && delivery.status === 'paused')
    return await beginHeld(context, caller, delivery, source);
  const isHeld = delivery.status === 'paused';
  const replyTo = isHeld ? await currentReplyTo(context, delivery) : delivery.replyTo;
  const progress = await context.database.forSchool(caller.schoolId, async () => {
    const editionId = isHeld ? await source.recordEdition() : null;
    const mail = isHeld ? { ...mailParts(delivery, source), editionId, replyTo } : {};
    if (isHeld) await assignAgain(context, { ...delivery, editionId }, source);
    const wentOnAt = context.clock.now();
    if (isHeld) await tryNow(context.database, id, wentOnAt);
    const freed = { trouble: null, troubleFor: null, heldUntil: null, outages: 0, wentOnAt };
    const changes = { ...mail, ...freed, status: 'sending' } as const;
    await logReplyToChange(context, delivery, replyTo);
    return await changeStatus(context, caller, id, ['sending', 'paused'], changes);
  });
  await enqueueDelivery(context, id);
  return progress;
}

// The delivery could not start at its time, so it starts now, unless another call has just started it.
async function beginHeld(
  context: AppContext,
  { schoolId, personId }: Member,
  held: ShownDelivery,
  source: MailSource,
): Promise<Progress> {
  const delivery = { ...held, replyTo: await currentReplyTo(context, held) };
  return await context.database.forSchool(schoolId, async () => {
    await refuseImporting(context, schoolId);
    const begun = await beginDelivery(context, delivery, source);
    if (begun?.reached === 0) throw conflict(DELIVERY_MESSAGES.nobody);
    if (begun !== null) {
      await logReplyToChange(context, held, delivery.replyTo);
      await logDelivery(context, delivery, personId, 'send', { sent_to: begun.count });
    }
    return await loadProgress(context, schoolId, held.id);
  });
}

async function refuseImporting({ database }: AppContext, schoolId: string): Promise<void> {
  if (await isImporting(database, schoolId)) throw conflict(DELIVERY_MESSAGES.importing);
}

/** Cancels a delivery: waiting recipients do not get it. Throws 404, and 409 if it is done. Idempotent. */
export async function cancelDelivery(context: AppContext, caller: Member, id: string): Promise<Progress> {
  const { schoolId, personId } = caller;
  const finishedAt = context.clock.now();
  return await context.database.forSchool(schoolId, async () => {
    // Locked, because a scheduled one may be starting: the log must say which of the two was cancelled.
    const before = await lockStatus(context.database, schoolId, id);
    if (before === 'canceled') return await loadProgress(context, schoolId, id);
    const ended = { status: 'canceled', finishedAt, trouble: null, mailHtml: null, mailText: null } as const;
    const { delivery } = await changeStatus(context, caller, id, ['scheduled', 'sending', 'paused'], ended);
    await skipWaiting(context.database, delivery, 'canceled', finishedAt);
    // Mails being sent now that fail are not retried: the job skips them.
    await enqueueDelivery(context, id, new Date(finishedAt.getTime() + CLEANUP_DELAY_MS));
    const progress = await loadProgress(context, schoolId, id);
    const { sent = 0, ...others } = progress.counts;
    const total = Object.values(others).reduce((sum, count) => sum + count, sent);
    if (before !== null && hasNotBegun({ ...delivery, status: before }))
      await logDelivery(context, delivery, personId, 'send_plan_canceled');
    else await logDelivery(context, delivery, personId, 'send_canceled', { sent, total });
    return progress;
  });
}

// Longer than sending one mail may take.
const CLEANUP_DELAY_MS = 120_000;

async function changeStatus(
  context: AppContext,
  { schoolId }: Member,
  id: string,
  from: readonly DeliveryStatus[],
  changes: Parameters<typeof changeDelivery>[3],
): Promise<Progress> {
  const changed = await changeDelivery(context.database, { schoolId, id }, from, changes);
  const progress = await loadProgress(context, schoolId, id);
  if (changed === null)
    throw conflict(
      progress.delivery.status === 'scheduled' ? DELIVERY_MESSAGES.notBegun : DELIVERY_MESSAGES.ended,
    );
  return progress;
}

async function requireSource(
  context: AppContext,
  loadSource: LoadMailSource,
  schoolId: string,
  id: string,
): Promise<MailSource> {
  const source = await loadSource(context, schoolId, id);
  if (source === null) throw notFound('Newsletter');
  return source;
}

async function mailHeadersOf(
  context: AppContext,
  schoolId: string,
  source: MailSource,
  form: Omit<TestForm, 'groups'>,
): Promise<MailHeaders> {
  const school = await loadSchool(context.database, schoolId);
  return {
    subject: withoutSignatures(form.subject || source.title),
    previewText: withoutSignatures(form.preview_text ?? source.description),
    fromName: school.name,
    replyTo: await chooseReplyTo(context, school, form.reply_to),
  };
}
