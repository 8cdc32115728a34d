import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { withPreviewText } from '#newsletter/mailing.ts';
import type { House } from '#server/house.ts';
import { queue } from '#server/ports/jobs/jobs.ts';
import { addRecipients, isImporting } from './audience.ts';
import { type LoadMailSource, testMail } from './mail.ts';
import { HELD, obstacleTo } from './obstacles.ts';
import { nextDue, retryRejected, skipWaiting } from './recipients.ts';
import {
  changeDelivery,
  type Delivery,
  findDueDeliveries,
  findForJob,
  findMember,
  logDelivery,
  tally,
} from './repo.ts';
import { serverDelay } from './retry.ts';
import { REJECTED_MOST, type Stretch, sendStretch } from './run.ts';
import { sendSummary } from './summary.ts';

/** What the jobs do: begin what is planned, go on with what is under way, end what is done. */

const delivery = queue('delivery', z.object({ id: z.uuid() }));
const testMails = queue(
  'test_mail',
  z.object({
    schoolId: z.uuid(),
    personId: z.uuid(),
    newsletterId: z.uuid(),
    words: z.object({
      subject: z.string(),
      previewText: z.string(),
      fromName: z.string(),
      replyTo: z.string(),
    }),
  }),
);
const sweep = queue('delivery_sweep', z.object({}));
const summary = queue('delivery_summary', z.object({ schoolId: z.uuid(), id: z.uuid() }));

/** Has a delivery gone on with, now or at a time. Joins the current transaction. */
export async function wakeDelivery(house: House, id: string, at: Date | null = null): Promise<void> {
  const ahead = at === null ? 0 : at.getTime() - house.clock.now().getTime();
  if (at === null || ahead <= 0) {
    await house.jobs.send(delivery, { id }, { singletonKey: `${id} now` });
    return;
  }
  // Of jobs for about the same time one is enough.
  const about = Math.floor(at.getTime() / (ahead > FAR_MS ? FAR_MS : SECOND_MS));
  await house.jobs.send(delivery, { id }, { singletonKey: `${id} ${about}`, startAfter: at });
}

const SECOND_MS = 1000;
const FAR_MS = 15_000;
const IMPORT_PAUSE_MS = 5000;

/** Defines the jobs of sending. */
export function defineSending(house: House, loadSource: LoadMailSource): void {
  // Claims carry it: what another process has claimed is left alone while it lives.
  const by = randomUUID();
  house.jobs.define(delivery, ({ id }) => goOn(house, loadSource, id, by), { oneWaiting: true });
  house.jobs.define(testMails, (order) => deliverTest(house, loadSource, order));
  house.jobs.define(summary, ({ schoolId, id }) => sendSummary(house, schoolId, id));
  // Should a job ever be lost, nothing waits longer than this.
  house.jobs.define(sweep, async () => {
    for (const id of await findDueDeliveries(house.database, house.clock.now()))
      await wakeDelivery(house, id);
  });
  house.jobs.schedule(sweep, '*/5 * * * *', 'UTC', {});
}

/** Has a test mail sent. */
export async function sendTest(house: House, order: z.input<typeof testMails.data>): Promise<void> {
  await house.jobs.send(testMails, order);
}

async function deliverTest(
  house: House,
  loadSource: LoadMailSource,
  { schoolId, personId, newsletterId, words }: z.output<typeof testMails.data>,
): Promise<void> {
  const person = await findMember(house.database, schoolId, personId);
  const source = await loadSource(house, schoolId, newsletterId);
  // Deleted, or no longer on the staff, before its turn came.
  if (person === null || source === null) return;
  const name = `${person.firstName} ${person.lastName}`.trim();
  await house.mail.send(testMail(house, words, source, { name, address: person.email, schoolId }));
}

async function goOn(house: House, loadSource: LoadMailSource, id: string, by: string): Promise<void> {
  const found = await findForJob(house.database, id);
  // Its newsletter was deleted.
  if (found === null) return;
  const row = found.delivery;
  if (row.status === 'canceled') return await skipWaiting(house.database, row, 'canceled', house.clock.now());
  if (row.status === 'scheduled') return await beginPlanned(house, loadSource, found);
  if (row.status !== 'sending') return;
  if (found.school.closesAt !== null) return await hold(house, row, HELD.closed);
  if (found.newsletterStatus !== 'published') return await hold(house, row, HELD.unpublished);
  if (row.heldUntil !== null && row.heldUntil > house.clock.now())
    return await wakeDelivery(house, id, row.heldUntil);
  // The next job works beside this one in another process, or after it in this one.
  await settle(house, row, await sendStretch(house, row, by, () => wakeDelivery(house, id)));
}

/** Sentences for the sender. */
const TROUBLES = {
  unpublished: 'The newsletter was not published when its time came',
  planEnded: 'Your plan had ended when its time came',
  nobody: 'There was nobody to send it to when its time came',
  closed: 'The school was closed when its time came',
  rejected: 'The mail server refuses this newsletter. It says: ',
  away: 'The mail server does not answer just now. We go on as soon as it does',
} as const;

type Found = NonNullable<Awaited<ReturnType<typeof findForJob>>>;

async function beginPlanned(house: House, loadSource: LoadMailSource, found: Found): Promise<void> {
  const { delivery: row } = found;
  const now = house.clock.now();
  if (row.sendAt !== null && row.sendAt > now) return await wakeDelivery(house, row.id, row.sendAt);
  const kind = obstacleTo(found, now);
  if (kind !== null) return await giveUp(house, row, TROUBLES[kind]);
  // It goes to the whole list: an import ends, or is taken back, within a minute.
  if (await isImporting(house.database, row.schoolId))
    return await wakeDelivery(house, row.id, new Date(now.getTime() + IMPORT_PAUSE_MS));
  const source = await loadSource(house, row.schoolId, row.newsletterId);
  if (!source?.published) return await giveUp(house, row, TROUBLES.unpublished);
  const count = await house.database.forSchool(row.schoolId, async () => {
    const begun = await beginDelivery(house, row, source);
    if (begun > 0) await logDelivery(house, row, null, 'send', { sent_to: begun });
    return begun;
  });
  if (count === 0) await giveUp(house, row, TROUBLES.nobody);
}

/** Takes the mail as it is now and writes down who gets it; 0 where that is nobody, and nothing has begun then. */
export async function beginDelivery(
  house: House,
  row: Delivery,
  source: { readonly html: string; readonly text: string },
): Promise<number> {
  const startedAt = house.clock.now();
  return await house.database.forSchool(row.schoolId, async () => {
    const count = await addRecipients(house.database, row, startedAt);
    if (count === 0) return 0;
    const began = { status: 'sending', startedAt, ...mailParts(row, source) } as const;
    await changeDelivery(house.database, row, ['scheduled', 'sending'], began);
    await wakeDelivery(house, row.id);
    return count;
  });
}

/** The mail as a delivery keeps it for everybody whom it goes to. */
export function mailParts(
  { previewText }: Pick<Delivery, 'previewText'>,
  { html, text }: { readonly html: string; readonly text: string },
) {
  return { mailHtml: withPreviewText(html, previewText), mailText: text };
}

/** Cancels what cannot begin, and tells the sender. */
async function giveUp(house: House, row: Delivery, trouble: string): Promise<void> {
  const finishedAt = house.clock.now();
  await house.database.forSchool(row.schoolId, async () => {
    const changes = { status: 'canceled', trouble, finishedAt } as const;
    const changed = await changeDelivery(house.database, row, ['scheduled'], changes);
    if (changed === null) return;
    await logDelivery(house, row, null, 'send_plan_canceled', { trouble });
    await house.jobs.send(summary, { schoolId: row.schoolId, id: row.id });
  });
}

/** Pauses by itself; a person goes on. */
async function hold(house: House, row: Delivery, trouble: string): Promise<void> {
  await changeDelivery(house.database, row, ['sending'], { status: 'paused', trouble });
}

/** What follows from a stretch: a break, the end, or the next one. */
async function settle(house: House, row: Delivery, stretch: Stretch): Promise<void> {
  const { database } = house;
  if (stretch.rejected > 0 && stretch.sent === 0 && (await isRefusedAltogether(house, row, stretch))) return;
  if (stretch.trouble !== null) {
    const outages = row.outages + 1;
    const heldUntil = new Date(house.clock.now().getTime() + serverDelay(outages));
    await changeDelivery(database, row, ['sending'], { outages, heldUntil, trouble: TROUBLES.away });
    return await wakeDelivery(house, row.id, heldUntil);
  }
  if (row.trouble !== null && stretch.sent > 0)
    await changeDelivery(database, row, ['sending'], { outages: 0, heldUntil: null, trouble: null });
  const next = await nextDue(database, row);
  if (next === null) return await finish(house, row);
  const at = stretch.waitUntil !== null && stretch.waitUntil > next ? stretch.waitUntil : next;
  await wakeDelivery(house, row.id, at);
}

async function isRefusedAltogether(
  house: House,
  row: Delivery,
  { rejected, said }: Stretch,
): Promise<boolean> {
  if (rejected < REJECTED_MOST) return false;
  const { schoolId, id } = row;
  const found = await tally(house.database, schoolId, [id]);
  if ((found.get(id)?.sent ?? 0) > 0) return false;
  await retryRejected(house.database, row, house.clock.now());
  await hold(house, row, TROUBLES.rejected + said);
  return true;
}

async function finish(house: House, row: Delivery): Promise<void> {
  const ended = {
    status: 'done',
    finishedAt: house.clock.now(),
    mailHtml: null,
    mailText: null,
    trouble: null,
  } as const;
  await house.database.forSchool(row.schoolId, async () => {
    const changed = await changeDelivery(house.database, row, ['sending'], ended);
    if (changed !== null) await house.jobs.send(summary, { schoolId: row.schoolId, id: row.id });
  });
}
