import { z } from 'zod';
import { isCardEnding } from '#contract/rules/card-expiry.ts';
import { daysUntil } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { listTrials } from '#server/data/schools.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { mailAbout } from './email-jobs.ts';
import { listEndingCards, noteReminder, noteWarning } from './reminder-repo.ts';

/** Mails before something ends: the trial, or the card that is to pay the next renewal. */

/** How many days before its end a school on trial is reminded, by its own calendar. Source: the plan's issue. */
const REMINDER_DAYS = [14, 3, 0] as const;

const nothing = z.object({});
const trialReminders = queue('trial_reminders', nothing);
const cardReminders = queue('card_reminders', nothing);

/** Looks every hour whether somebody is to be reminded. */
export function defineReminders(context: AppContext): void {
  context.jobs.define(trialReminders, () => remindOfTrials(context));
  context.jobs.schedule(trialReminders, '30 * * * *', 'Europe/London', {});
  context.jobs.define(cardReminders, () => remindOfCards(context));
  context.jobs.schedule(cardReminders, '40 * * * *', 'Europe/London', {});
}

// Once for each number of days; who comes late (the program stood still) gets the nearest one only.
async function remindOfTrials(context: AppContext): Promise<void> {
  const now = context.clock.now();
  // By any calendar: a day too many on both sides, and the one on which it has ended.
  const from = (count: number) => new Date(now.getTime() + count * DAY_MS);
  for (const school of await listTrials(context.database, from(-2), from(Math.max(...REMINDER_DAYS) + 2))) {
    const days = reminderFor(daysUntil(school.subscriptionEndDate ?? now, now, school.timeZone));
    if (days === null) continue;
    await context.database.forSchool(school.id, async () => {
      if (await noteReminder(context, school.id, days))
        await mailAbout(context, { kind: 'trial', schoolId: school.id });
    });
  }
}

// The smallest number of days that has come; none once the day is over.
function reminderFor(left: number): number | null {
  const come = left < 0 ? [] : REMINDER_DAYS.filter((days) => left <= days);
  return come.length === 0 ? null : Math.min(...come);
}

// Once for each end of a card: another card, or the same one with a later end, is another matter.
async function remindOfCards(context: AppContext): Promise<void> {
  const now = context.clock.now();
  for (const { id, schoolId, expiresAt, renewsAt } of await listEndingCards(context)) {
    if (!isCardEnding({ expiresAt, renewsAt }, now)) continue;
    await context.database.forSchool(schoolId, async () => {
      if (await noteWarning(context, id, expiresAt))
        await mailAbout(context, { kind: 'card_ending', schoolId });
    });
  }
}
