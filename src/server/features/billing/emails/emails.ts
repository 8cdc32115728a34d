import { screenPath } from '#contract/paths.ts';
import { PLANS } from '#contract/rules/prices.ts';
import { PAST_DUE_GRACE_DAYS } from '#contract/school.ts';
import { daysUntil, longDateIn } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { School } from '#server/data/schools.ts';
import type { BilledSchool, Invoice } from '#server/features/billing/invoices/invoice-repo.ts';
import type { ProductEmail } from '#server/platform/mail/define-mail.ts';
import { type ProductWords, say } from '#server/platform/mail/words.ts';

/** The mails about plan and payment. Dates are in the school's time zone. */

/** '£180.00' */
export function pounds(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}

/** A payment's receipt, with a link to the invoice. */
export function receiptEmail(
  { publicUrl, product }: ProductWords,
  invoice: Invoice,
  school: BilledSchool,
): ProductEmail {
  const { title } = PLANS[invoice.plan];
  const day = (date: Date) => longDateIn(school.timeZone, date);
  const card = invoice.cardLast4 === null ? '' : ` by the card ending in ${invoice.cardLast4}`;
  return {
    subject: say`Your ${product.name} receipt: ${pounds(invoice.amount)}`,
    paragraphs: [
      say`Thank you. We have received ${pounds(invoice.amount)}${card} for ${school.name}.`,
      say`${title}, ${day(invoice.periodStart)} to ${day(invoice.periodEnd)}. Invoice ${invoice.number}, no VAT was added.`,
      say`The invoice is kept for you as a PDF in your settings, under Billing.`,
    ],
    button: { text: 'See invoices', url: publicUrl + screenPath('invoices') },
  };
}

/** Sent when a renewal could not be paid. */
export function paymentFailedEmail({ publicUrl, product }: ProductWords, school: School): ProductEmail {
  const until = new Date((school.subscriptionEndDate?.getTime() ?? 0) + PAST_DUE_GRACE_DAYS * DAY_MS);
  return {
    subject: say`Your ${product.name} payment did not go through`,
    paragraphs: [
      say`The renewal of the plan of ${school.name} could not be paid with the card that we have.`,
      say`Nothing is lost, and you can go on working until ${longDateIn(school.timeZone, until)}. Please pay before then, or give us another card.`,
    ],
    button: { text: 'Pay now', url: publicUrl + screenPath('subscription') },
  };
}

/** Sent when somebody cancels the renewal. */
export function renewalCanceledEmail({ publicUrl, product }: ProductWords, school: School): ProductEmail {
  const end = longDateIn(school.timeZone, school.subscriptionEndDate ?? new Date(0));
  return {
    subject: say`Your ${product.name} plan will not renew`,
    paragraphs: [
      say`The renewal of the plan of ${school.name} was cancelled. It works until ${end}, and nothing more is charged.`,
      say`Your public newsletters stay up after that. If this was a mistake, you can re-enable the renewal until that day.`,
    ],
    button: { text: 'My subscription', url: publicUrl + screenPath('subscription') },
  };
}

/** Sent when an unpaid plan ends: somebody cancelled it, or the provider gave up. */
export function endedUnpaidEmail({ publicUrl, product }: ProductWords, school: School): ProductEmail {
  return {
    subject: say`Your ${product.name} plan has ended`,
    paragraphs: [
      say`The plan of ${school.name} has ended, as its last renewal was not paid. Nothing more is charged.`,
      say`Your public newsletters stay up. To create, change and send newsletters again, choose a plan.`,
    ],
    button: { text: 'Choose a plan', url: publicUrl + screenPath('choosePlan') },
  };
}

/** Sent when the card is changed, so that nobody can change it unnoticed. */
export function cardChangedEmail({ publicUrl, product }: ProductWords, school: School): ProductEmail {
  return {
    subject: say`The card of your ${product.name} plan was changed`,
    paragraphs: [
      say`From now on, the plan of ${school.name} is paid with another card.`,
      say`If nobody at your school has done this, please change the card again and tell us.`,
    ],
    button: { text: 'My subscription', url: publicUrl + screenPath('subscription') },
  };
}

/** Sent when the card expires before the next renewal. */
export function cardEndingEmail({ publicUrl, product }: ProductWords, school: School): ProductEmail {
  const renewal = longDateIn(school.timeZone, school.subscriptionEndDate ?? new Date(0));
  return {
    subject: say`The card of your ${product.name} plan expires soon`,
    paragraphs: [
      say`The plan of ${school.name} renews on ${renewal}, and the card that we have will have expired by then.`,
      say`Please change the card before that day, so that nothing is interrupted. Nothing is charged for changing it.`,
    ],
    button: { text: 'Change card', url: publicUrl + screenPath('changeCard') },
  };
}

/** Sent before the trial ends, soon or today, as of the time of sending; null once that day is past. */
export function trialEmail(
  { publicUrl, product }: ProductWords,
  school: School,
  now: Date,
): ProductEmail | null {
  const endsAt = school.subscriptionEndDate ?? new Date(0);
  const end = longDateIn(school.timeZone, endsAt);
  const days = daysUntil(endsAt, now, school.timeZone);
  if (days < 0) return null;
  const last = endsAt > now ? 'ends today' : 'ended today';
  const when = days > 1 ? `ends in ${days} days` : days === 1 ? 'ends tomorrow' : last;
  return {
    subject: say`Your ${product.name} trial ${when}`,
    paragraphs: [
      say`The free trial of ${school.name} ${when}, on ${end}.`,
      say`To keep creating and sending newsletters, choose a plan: £${PLANS.yearly.price} a year or £${PLANS.monthly.price} a month. Whatever you decide, your public newsletters stay up and nothing is charged by itself.`,
    ],
    button: { text: 'Choose a plan', url: publicUrl + screenPath('subscription') },
  };
}
