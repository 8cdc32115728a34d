import { and, eq, gt, sql } from 'drizzle-orm';
import type { Audience } from '#contract/deliveries.ts';
import { isBounceStop, PAID_MAILS_PER_DAY, QUOTA_GROWTH } from '#contract/rules/sending-quota.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import type { School } from '#server/data/schools.ts';
import { isOnTrialQuota } from '#server/data/trial-quota.ts';
import { deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { countTry, findTries, type Limit, returnTry, takeTries } from '#server/platform/http/attempts.ts';

/**
 * The quota of addresses that a school may send newsletters to in a day, over all deliveries and processes, and the stop if too many of
 * them do not exist. A day begins with its first mail and lasts 24 hours. See docs/decisions/014.
 */

const MAILS = 'newsletter-mails';
const BOUNCES = 'hard-bounces';

/** The number of addresses that a school may send to in a day. */
export async function mailsPerDay(
  context: AppContext,
  school: Pick<School, 'id' | 'subscriptionStatus' | 'mailsPerDay'>,
): Promise<number> {
  // The operator's limit for this school.
  if (school.mailsPerDay !== null) return school.mailsPerDay;
  if (isOnTrialQuota(context, school)) return context.config.trialMailsPerDay;
  const { tried, bounced } = await countRecent(context, school.id);
  return isBounceStop({ tried, bounced })
    ? PAID_MAILS_PER_DAY
    : Math.max(PAID_MAILS_PER_DAY, QUOTA_GROWTH.times * tried);
}

async function countRecent({ database, clock }: AppContext, schoolId: string) {
  const since = new Date(clock.now().getTime() - QUOTA_GROWTH.days * DAY_MS);
  return await database.forSchool(schoolId, async () => {
    const of = (wanted: ReturnType<typeof sql>) => sql`count(*) filter (where ${wanted})`.mapWith(Number);
    const [row] = await database
      .orm()
      .select({
        tried: of(sql`${recipients.state} = 'sent' or ${recipients.reason} = 'refused'`),
        bounced: of(sql`${recipients.reason} = 'refused'`),
      })
      .from(recipients)
      .where(and(eq(recipients.schoolId, schoolId), gt(recipients.endedAt, since)));
    return row ?? { tried: 0, bounced: 0 };
  });
}

/** A school's current day: the mails granted and used. */
export interface Day {
  /** The number of granted mails. */
  readonly mails: number;
  readonly tried: number;
  readonly bounced: number;
  /** When the next day begins. */
  readonly endsAt: Date;
}

/** Takes mails from a school's quota; none if too many of its addresses do not exist. */
export async function takeFromQuota(
  context: AppContext,
  schoolId: string,
  perDay: number,
  wanted: number,
): Promise<Day> {
  const { granted, count, windowStart } = await takeTries(context, mailsOf(perDay), [schoolId], wanted);
  const bounced = await bouncesOf(context, schoolId, windowStart);
  const day = { tried: count, bounced, endsAt: new Date(windowStart.getTime() + DAY_MS) };
  if (!isBounceStop(day)) return { ...day, mails: granted };
  await returnToQuota(context, schoolId, granted);
  return { ...day, mails: 0 };
}

/** Returns mails to the quota that reached nobody. */
export async function returnToQuota(context: AppContext, schoolId: string, mails: number): Promise<void> {
  if (mails > 0) await returnTry(context, mailsOf(0), [schoolId], mails);
}

/** Counts an address that does not exist, on the day of its mail. */
export async function countBounce(context: AppContext, schoolId: string, { endsAt }: Day): Promise<void> {
  await countTry(context, bounceLimit, [schoolId, windowOf(endsAt)]);
}

/** Counts an address that a later report says does not exist, if its mail was one of the school's current day. */
export async function countLateBounce(context: AppContext, schoolId: string, sentAt: Date): Promise<void> {
  const day = await findTries(context, mailsOf(0), [schoolId]);
  if (day === null || sentAt < day.windowStart) return;
  const endsAt = new Date(day.windowStart.getTime() + DAY_MS);
  await countTry(context, bounceLimit, [schoolId, windowOf(endsAt)]);
}

/** Uncounts addresses of the school's current day that were counted wrongly. */
export async function forgetBounces(context: AppContext, schoolId: string, count: number): Promise<void> {
  const day = await findTries(context, mailsOf(0), [schoolId]);
  if (day === null) return;
  const endsAt = new Date(day.windowStart.getTime() + DAY_MS);
  await returnTry(context, bounceLimit, [schoolId, windowOf(endsAt)], count);
}

/** A school's quota as the screens show it. */
export async function findQuota(
  context: AppContext,
  school: Pick<School, 'id' | 'subscriptionStatus' | 'mailsPerDay'>,
): Promise<Audience['quota']> {
  const perDay = await mailsPerDay(context, school);
  const found = await findTries(context, mailsOf(perDay), [school.id]);
  const tried = found?.count ?? 0;
  const bounced = found === null ? 0 : await bouncesOf(context, school.id, found.windowStart);
  return {
    per_day: perDay,
    left_today: Math.max(0, perDay - tried),
    is_trial: isOnTrialQuota(context, school),
    is_stopped: isBounceStop({ tried, bounced }),
  };
}

const mailsOf = (max: number): Limit => ({ name: MAILS, max, windowMs: DAY_MS });
const bounceLimit: Limit = { name: BOUNCES, max: 0, windowMs: DAY_MS };
const windowOf = (endsAt: Date) => endsAt.toISOString();

async function bouncesOf(context: AppContext, schoolId: string, windowStart: Date): Promise<number> {
  const endsAt = new Date(windowStart.getTime() + DAY_MS);
  return (await findTries(context, bounceLimit, [schoolId, windowOf(endsAt)]))?.count ?? 0;
}
