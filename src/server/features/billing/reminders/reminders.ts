import { z } from 'zod';
import { isCardEnding } from '#contract/rules/card-expiry.ts';
import { daysUntil } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { listTrials } from '#server/data/schools.ts';
import { enqueueBillingMail } from '#server/features/billing/emails/email-jobs.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { listEndingCards, recordCardWarning, recordReminder } from './reminder-repo.ts';

/** Mails before something ends: the trial, or the card for the next renewal. */

/** The days before the trial's end, in the school's time zone, on which it is reminded. */
const REMINDER_DAYS = [14, 3, 0] as const;

const nothing = z.object({});
const trialReminders = queue('trial_reminders', nothing);
const cardReminders = queue('card_reminders', nothing);

/** Checks every hour for due reminders. */
export function defineReminders(context: AppContext): void {
  context.jobs.define(trialReminders, () => remindOfTrials(context));
  context.jobs.schedule(trialReminders, '30 * * * *', 'Europe/London', {});
  context.jobs.define(cardReminders, () => remindOfCards(context));
  context.jobs.schedule(cardReminders, '40 * * * *', 'Europe/London', {});
}

// Sends one reminder for each number of days. If the program did not run for some days, only the latest due reminder is sent.
async function remindOfTrials(context: AppContext): Promise<void> {
  const now = context.clock.now();
  // Wide enough for any time zone, and for the day after the end.
  const from = (count: number) => new Date(now.getTime() + count * DAY_MS);
  for (const school of await listTrials(context.database, from(-2), from(Math.max(...REMINDER_DAYS) + 2))) {
    const days = reminderFor(daysUntil(school.subscriptionEndDate ?? now, now, school.timeZone));
    if (days === null) continue;
    await context.database.forSchool(school.id, async () => {
      if (await recordReminder(context, school.id, days))
        await enqueueBillingMail(context, { kind: 'trial', schoolId: school.id });
    });
  }
}

// The smallest number of days that is due; null once the last day is past.
function reminderFor(daysLeft: number): number | null {
  const come = daysLeft < 0 ? [] : REMINDER_DAYS.filter((days) => daysLeft <= days);
  return come.length === 0 ? null : Math.min(...come);
}

// Warns once for each expiry date: a new card, or a later date, is warned of again.
async function remindOfCards(context: AppContext): Promise<void> {
  const now = context.clock.now();
  for (const { id, schoolId, expiresAt, renewsAt } of await listEndingCards(context)) {
    if (!isCardEnding({ expiresAt, renewsAt }, now)) continue;
    await context.database.forSchool(schoolId, async () => {
      if (await recordCardWarning(context, id, expiresAt))
        await enqueueBillingMail(context, { kind: 'card_ending', schoolId });
    });
  }
}
