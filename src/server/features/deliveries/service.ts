import type { z } from 'zod';
import {
  type Audience,
  DELIVERY_MESSAGES,
  type DeliveryStatus,
  type deliveryForm,
  plannedTimeProblem,
  type testMailForm,
} from '#contract/deliveries.ts';
import type { AppContext } from '#server/context.ts';
import { type Delivery, findDelivery, type ShownDelivery } from '#server/data/deliveries.ts';
import { requireMail } from '#server/data/mail-limits.ts';
import { countAudience } from '#server/data/recipients.ts';
import { loadSchool } from '#server/data/schools.ts';
import { findMember } from '#server/data/staff.ts';
import { isImporting } from '#server/data/subscribers.ts';
import { beginDelivery, mailParts } from '#server/features/deliveries/worker/begin.ts';
import { sendTest } from '#server/features/deliveries/worker/jobs.ts';
import type { LoadMailSource, MailSource, Words } from '#server/features/deliveries/worker/mail.ts';
import { wakeDelivery } from '#server/features/deliveries/worker/queues.ts';
import { quotaOf } from '#server/features/deliveries/worker/quota.ts';
import { postponedOf, skipWaiting } from '#server/features/deliveries/worker/recipients.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { withoutSignatures } from '#server/platform/files/own-addresses.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { obstacleOf } from './obstacles.ts';
import { chooseReplyTo, currentReplyTo, logMovedReplies } from './replies.ts';
import {
  changeDelivery,
  hasNotBegun,
  insertDelivery,
  lockStatus,
  logDelivery,
  type Tally,
  tally,
} from './repo.ts';

/** Having a newsletter sent, and holding, going on with and ending that. */

type Form = z.output<typeof deliveryForm>;
type TestForm = z.output<typeof testMailForm>;
/** A delivery and what has become of its recipients. */
export interface Progress {
  readonly delivery: ShownDelivery;
  readonly counts: Tally;
  /** For one that has not begun: how many would get it now. */
  readonly expected: number;
  readonly postponed: Awaited<ReturnType<typeof postponedOf>>;
  /** Why one that is planned or held cannot go out as things are. */
  readonly obstacle: string | null;
}

/** Who would get a newsletter, and how it would arrive. Throws 404. */
export async function describeAudience(
  context: AppContext,
  loadSource: LoadMailSource,
  { schoolId }: Member,
  id: string,
): Promise<Audience> {
  const source = await load(context, loadSource, schoolId, id);
  const words = await wordsOf(context, schoolId, source, {});
  const { recipients, alreadySent, left, refused } = await countAudience(context.database, schoolId, id);
  return {
    audience: { recipients, already_sent: alreadySent, left, refused },
    quota: await quotaOf(context, await loadSchool(context.database, schoolId)),
    mail: {
      from_name: words.fromName,
      from_address: context.config.mailFrom.address,
      subject: words.subject,
      preview_text: words.previewText,
      reply_to: words.replyTo,
      bytes: Buffer.byteLength(source.html),
    },
  };
}

/** Sends it to the caller alone. Throws 404, 400 for a foreign `reply_to`, and 429 after 20 an hour, or what its mailbox or the school may have. */
export async function requestTestMail(
  context: AppContext,
  loadSource: LoadMailSource,
  { schoolId, personId }: Member,
  id: string,
  form: TestForm,
): Promise<void> {
  const source = await load(context, loadSource, schoolId, id);
  await requireTry(context, LIMITS.testMail, [personId]);
  const words = await wordsOf(context, schoolId, source, form);
  const { email: to } = (await findMember(context.database, schoolId, personId)) ?? {};
  // No longer on the staff: the job would find nobody either.
  if (to === undefined) return;
  await requireMail(context, 'test', { to, schoolId });
  await sendTest(context, { schoolId, personId, newsletterId: id, words });
}

/**
 * Has a published newsletter sent to everybody who does not have it yet, now or at a time. Throws 404; 400 at a time that
 * is none; 409 where it is not published, on its way already, or there is nobody.
 */
export async function createDelivery(
  context: AppContext,
  loadSource: LoadMailSource,
  { schoolId, personId }: Member,
  newsletterId: string,
  form: Form,
): Promise<Progress> {
  const source = await load(context, loadSource, schoolId, newsletterId);
  if (!source.published) throw conflict(DELIVERY_MESSAGES.notPublished);
  const sendAt = plannedTime(context, form.send_at ?? null);
  if (sendAt === null) await refuseStopped(context, schoolId);
  const words = await wordsOf(context, schoolId, source, form);
  const createdAt = context.clock.now();
  const row = { ...words, schoolId, newsletterId, createdBy: personId, sendAt, createdAt };
  return await context.database.forSchool(schoolId, async () => {
    if (sendAt === null) await refuseImporting(context, schoolId);
    const delivery = await insertOnce(context, { ...row, status: sendAt === null ? 'sending' : 'scheduled' });
    const count =
      sendAt === null
        ? await beginDelivery(context, delivery, source)
        : (await countAudience(context.database, schoolId, newsletterId)).recipients;
    if (count === null || count === 0) throw conflict(DELIVERY_MESSAGES.nobody);
    if (sendAt === null) await logDelivery(context, delivery, personId, 'send', { sent_to: count });
    else {
      await wakeDelivery(context, delivery.id, sendAt);
      await logDelivery(context, delivery, personId, 'send_planned', { send_at: sendAt.toISOString() });
    }
    // As it begins, not what the jobs have made of it by now.
    return await loadProgress(context, schoolId, delivery.id);
  });
}

async function refuseStopped(context: AppContext, schoolId: string): Promise<void> {
  const quota = await quotaOf(context, await loadSchool(context.database, schoolId));
  if (quota.is_stopped) throw conflict(DELIVERY_MESSAGES.bounced);
}

function plannedTime({ clock }: AppContext, text: string | null): Date | null {
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

/** A delivery as it stands. Throws 404 for what is not the caller's. */
export async function loadProgress(context: AppContext, schoolId: string, id: string): Promise<Progress> {
  const delivery = await findDelivery(context.database, schoolId, id);
  if (delivery === null) throw notFound('Delivery');
  const [progress] = await progressOf(context, schoolId, [delivery]);
  if (progress === undefined) throw new Error('A delivery has its progress');
  return progress;
}

/** The same for several. */
export async function progressOf(
  { database, clock }: AppContext,
  schoolId: string,
  rows: readonly ShownDelivery[],
): Promise<readonly Progress[]> {
  const ids = rows.map(({ id }) => id);
  const counts = ids.length === 0 ? new Map<string, Tally>() : await tally(database, schoolId, ids);
  // At most one of a newsletter's deliveries is planned or under way.
  const planned = rows.find(hasNotBegun);
  const audience = planned && (await countAudience(database, schoolId, planned.newsletterId));
  const postponed = new Map<string, Progress['postponed']>();
  for (const row of rows)
    if ((counts.get(row.id)?.waiting ?? 0) > 0)
      postponed.set(row.id, await postponedOf(database, row, clock.now()));
  const waits = planned ?? rows.find(({ status }) => status === 'paused');
  const obstacle = waits ? await obstacleOf(database, waits, clock.now()) : null;
  return rows.map((delivery) => ({
    delivery,
    counts: counts.get(delivery.id) ?? {},
    expected: delivery === planned ? (audience?.recipients ?? 0) : 0,
    postponed: postponed.get(delivery.id) ?? { count: 0, nextAt: null },
    obstacle: delivery === waits ? obstacle : null,
  }));
}

/** Holds a delivery. Throws 404, and 409 where it has ended or not begun. Twice is fine. */
export async function pauseDelivery(context: AppContext, caller: Member, id: string): Promise<Progress> {
  return await changeStatus(context, caller, id, ['sending', 'paused'], { status: 'paused', trouble: null });
}

/**
 * Goes on; what was held goes out as it is published by now, so that a mistake can be mended for those who wait. Throws
 * 404; 409 where it has ended, or the newsletter is not published. Twice is fine.
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
  await refuseStopped(context, caller.schoolId);
  if (hasNotBegun(delivery) && delivery.status === 'paused')
    return await beginHeld(context, caller, delivery, source);
  const isHeld = delivery.status === 'paused';
  const replyTo = isHeld ? await currentReplyTo(context, delivery) : delivery.replyTo;
  const mail = isHeld ? { ...mailParts(delivery, source), replyTo } : {};
  const changes = { ...mail, status: 'sending', trouble: null, heldUntil: null, outages: 0 } as const;
  const progress = await context.database.forSchool(caller.schoolId, async () => {
    await logMovedReplies(context, delivery, replyTo);
    return await changeStatus(context, caller, id, ['sending', 'paused'], changes);
  });
  await wakeDelivery(context, id);
  return progress;
}

// Its time came while it could not begin: it begins now, unless somebody else has had it begin at this moment.
async function beginHeld(
  context: AppContext,
  { schoolId, personId }: Member,
  held: ShownDelivery,
  source: MailSource,
): Promise<Progress> {
  const delivery = { ...held, replyTo: await currentReplyTo(context, held) };
  return await context.database.forSchool(schoolId, async () => {
    await refuseImporting(context, schoolId);
    const count = await beginDelivery(context, delivery, source);
    if (count === 0) throw conflict(DELIVERY_MESSAGES.nobody);
    if (count !== null) {
      await logMovedReplies(context, held, delivery.replyTo);
      await logDelivery(context, delivery, personId, 'send', { sent_to: count });
    }
    return await loadProgress(context, schoolId, held.id);
  });
}

async function refuseImporting({ database }: AppContext, schoolId: string): Promise<void> {
  if (await isImporting(database, schoolId)) throw conflict(DELIVERY_MESSAGES.importing);
}

/** Ends it: who waits does not get it. Throws 404, and 409 where it is done. Twice is fine. */
export async function cancelDelivery(context: AppContext, caller: Member, id: string): Promise<Progress> {
  const { schoolId, personId } = caller;
  const finishedAt = context.clock.now();
  return await context.database.forSchool(schoolId, async () => {
    // A planned one may begin at this very moment: what is logged is what was ended.
    const before = await lockStatus(context.database, schoolId, id);
    if (before === 'canceled') return await loadProgress(context, schoolId, id);
    const ended = { status: 'canceled', finishedAt, trouble: null, mailHtml: null, mailText: null } as const;
    const { delivery } = await changeStatus(context, caller, id, ['scheduled', 'sending', 'paused'], ended);
    await skipWaiting(context.database, delivery, 'canceled', finishedAt);
    // What is on its way now and fails is not tried again.
    await wakeDelivery(context, id, new Date(finishedAt.getTime() + TIDY_MS));
    const progress = await loadProgress(context, schoolId, id);
    const { sent = 0, ...others } = progress.counts;
    const total = Object.values(others).reduce((sum, count) => sum + count, sent);
    if (before !== null && hasNotBegun({ ...delivery, status: before }))
      await logDelivery(context, delivery, personId, 'send_plan_canceled');
    else await logDelivery(context, delivery, personId, 'send_canceled', { sent, total });
    return progress;
  });
}

// Longer than a mail may take.
const TIDY_MS = 120_000;

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

async function load(
  context: AppContext,
  loadSource: LoadMailSource,
  schoolId: string,
  id: string,
): Promise<MailSource> {
  const source = await loadSource(context, schoolId, id);
  if (source === null) throw notFound('Newsletter');
  return source;
}

async function wordsOf(
  context: AppContext,
  schoolId: string,
  source: MailSource,
  form: TestForm,
): Promise<Words> {
  const school = await loadSchool(context.database, schoolId);
  return {
    subject: withoutSignatures(form.subject || source.title),
    previewText: withoutSignatures(form.preview_text ?? source.description),
    fromName: school.name,
    replyTo: await chooseReplyTo(context, school, form.reply_to),
  };
}
