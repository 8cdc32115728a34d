import { z } from 'zod';
import { planHasEnded } from '#contract/school.ts';
import { monthName } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { subscribingWords } from '#newsletter/words/subscribing/subscribing-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { listDigestSchools, listSentSince } from '#server/data/families/digests.ts';
import { addDigestRecipients } from '#server/data/recipients.ts';
import type { School } from '#server/data/schools.ts';
import { isImporting } from '#server/data/subscribers.ts';
import { chooseReplyTo } from '#server/features/deliveries/reply-address.ts';
import { countByState, logDelivery } from '#server/features/deliveries/repo.ts';
import { enqueueDelivery } from '#server/features/deliveries/worker/queues.ts';
import type { DigestItem } from '#server/platform/db/schema/deliveries.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { dueMonth } from './due.ts';
import { findLastDigest, insertDigest } from './repo.ts';

/** The monthly digest: one mail with the newsletters sent, for families who have chosen it. It is sent like any delivery. */

const digestSweep = queue('digest_sweep', z.object({}));
/** The days that a school's first digest covers: from one first Friday to the next there are five weeks at most. */
const FIRST_DAYS = 36;

/** Registers the job that creates the digests of all schools when they are due. However often it runs, a month has one. */
export function defineDigests(context: AppContext): void {
  context.jobs.define(digestSweep, async () => {
    for (const { school, weekday } of await listDigestSchools(context.database)) {
      const month = dueMonth(weekday, school.timeZone, context.clock.now());
      if (month !== null) await makeDigest(context, school, month);
    }
  });
  context.jobs.schedule(digestSweep, '*/15 * * * *', 'UTC', {});
}

async function makeDigest(context: AppContext, school: School, month: string): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const { id: schoolId, subscriptionStatus: status, subscriptionEndDate: endsAt } = school;
  if (planHasEnded({ status, endsAt }, now) || (await isImporting(database, schoolId))) return;
  const replyTo = await chooseReplyTo(context, school, undefined);
  await database.forSchool(schoolId, async () => {
    const last = await findLastDigest(database, schoolId);
    if (last?.digestMonth === month) return;
    const items = await itemsAfter(context, school, last);
    const row = await insertDigest(database, {
      schoolId,
      newsletterId: null,
      digestMonth: month,
      digest: items,
      status: 'sending',
      subject: digestSubject(school.language, school, now),
      previewText: '',
      fromName: school.name,
      replyTo,
      createdAt: now,
      startedAt: now,
      wentOnAt: now,
      // Marks that there is a mail; each set of newsletters gets its own.
      mailHtml: '',
    });
    if (row === null) return;
    const count = await addDigestRecipients(database, row, items, now);
    if (count > 0) await logDelivery(context, row, null, 'send', { sent_to: count });
    await enqueueDelivery(context, row.id);
  });
}

/** The newsletters sent since the last digest, and that one's for families whom it did not reach. */
async function itemsAfter(
  { database, clock }: AppContext,
  school: School,
  last: Delivery | null,
): Promise<readonly DigestItem[]> {
  const daysBefore = (moment: Date) => new Date(moment.getTime() - FIRST_DAYS * DAY_MS);
  if (last === null) return await listSentSince(database, school, daysBefore(clock.now()));
  const had = last.digest ?? [];
  const isIn = (items: readonly DigestItem[]) => {
    const ids = new Set(items.map(({ newsletterId }) => newsletterId));
    return ({ newsletterId }: DigestItem) => ids.has(newsletterId);
  };
  const isOld = isIn(had);
  const sent = await listSentSince(database, school, last.createdAt);
  const items = sent.filter((item) => !isOld(item));
  const { skipped = 0, failed = 0 } = (await countByState(database, school.id, [last.id])).get(last.id) ?? {};
  if (skipped + failed === 0) return items;
  // Repeated only once: a family whom two digests did not reach gets no mail about last term.
  const isMissed = isIn(had.filter(({ again }) => again === undefined));
  const missed = (await listSentSince(database, school, daysBefore(last.createdAt))).filter(isMissed);
  return [...missed.map((item) => ({ ...item, again: last.id })), ...items];
}

/**
 * After a restored backup: skips the digests due until then, as they may have been sent before. Their newsletters go into the next ones.
 */
export async function skipRestoredDigests(context: AppContext, until: Date): Promise<void> {
  const { database, clock } = context;
  for (const { school, weekday } of await listDigestSchools(database)) {
    const month = [until, clock.now()]
      .map((at) => dueMonth(weekday, school.timeZone, at))
      .find((due) => due !== null);
    if (month === undefined || month === null) continue;
    await database.forSchool(school.id, async () => {
      const last = await findLastDigest(database, school.id);
      if (last?.digestMonth === month) return;
      // Dated like the last one, so that the next one begins where this one would have.
      const createdAt = new Date(
        last === null ? clock.now().getTime() - FIRST_DAYS * DAY_MS : last.createdAt.getTime() + 1,
      );
      await insertDigest(database, {
        schoolId: school.id,
        newsletterId: null,
        digestMonth: month,
        digest: last?.digest ?? [],
        status: 'canceled',
        subject: digestSubject(school.language, school, clock.now()),
        previewText: '',
        fromName: school.name,
        replyTo: await chooseReplyTo(context, school, undefined),
        createdAt,
        finishedAt: clock.now(),
      });
    });
  }
}

/** 'Our newsletters: October 2026' */
export function digestSubject(language: string, { timeZone }: School, at: Date): string {
  const { words, lang } = subscribingWords(language);
  const month = monthName(dayIn(timeZone, at), lang);
  return fill(words.digestSubject, { month });
}
