import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { findSchool } from '#server/data/schools.ts';
import { listPayers } from '#server/data/staff.ts';
import { findDetails } from '#server/features/billing/checkout/billed-repo.ts';
import { findInvoice } from '#server/features/billing/invoices/invoice-repo.ts';
import { mailQueue, queue } from '#server/platform/jobs/jobs.ts';
import { defineMail, type ProductEmail } from '#server/platform/mail/define-mail.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { productWords } from '#server/platform/mail/words.ts';
import {
  cardChangedEmail,
  cardEndingEmail,
  endedUnpaidEmail,
  paymentFailedEmail,
  receiptEmail,
  renewalCanceledEmail,
  trialEmail,
} from './emails.ts';

/** The jobs that mail about plan and payment, enqueued in the transaction of the change they report. */

const billingMailData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('receipt'), schoolId: z.uuid(), invoiceId: z.uuid() }),
  z.object({ kind: z.literal('payment_failed'), schoolId: z.uuid() }),
  z.object({ kind: z.literal('renewal_canceled'), schoolId: z.uuid() }),
  z.object({ kind: z.literal('ended_unpaid'), schoolId: z.uuid() }),
  z.object({ kind: z.literal('card_changed'), schoolId: z.uuid() }),
  z.object({ kind: z.literal('card_ending'), schoolId: z.uuid() }),
  z.object({ kind: z.literal('trial'), schoolId: z.uuid() }),
]);
type BillingMail = z.infer<typeof billingMailData>;

const billingMail = queue('billing_mail', billingMailData);
// One job for each recipient: a failing address does not delay the others, and nobody gets a mail twice.
const billingMailTo = mailQueue(
  'billing_post',
  z.object({ mail: billingMailData, to: z.object({ name: z.string(), address: z.string() }) }),
);

/** Enqueues a mail in the current transaction. */
export async function enqueueBillingMail(context: AppContext, mail: BillingMail): Promise<void> {
  await context.jobs.send(billingMail, mail);
}

/** Defines the jobs. */
export function defineBillingMail(context: AppContext): void {
  context.jobs.define(billingMail, async (mail) => {
    await context.database.transaction(async () => {
      for (const to of await recipientsOf(context, mail))
        await context.jobs.send(billingMailTo, { mail, to });
    });
  });
  defineMail(context, billingMailTo, async ({ mail, to }) => {
    const email = await emailOf(context, mail);
    return email && { to, ...email };
  });
}

interface Recipient {
  readonly name: string;
  readonly address: string;
}

// Receipts go to the billing address; mails that ask for action also to everyone who can pay.
async function recipientsOf(context: AppContext, mail: BillingMail): Promise<readonly Recipient[]> {
  const details = await findDetails(context, mail.schoolId);
  const billed = details === undefined || details.email === '' ? [] : [mailTo(details)];
  const payers =
    mail.kind === 'receipt' && billed.length > 0 ? [] : await listPayers(context.database, mail.schoolId);
  const everybody = mail.kind === 'trial' ? payers : [...billed, ...payers];
  return [...new Map(everybody.map((each) => [each.address, each])).values()];
}

async function emailOf(context: AppContext, mail: BillingMail): Promise<ProductEmail | null> {
  const own = productWords(context.config);
  if (mail.kind === 'receipt') {
    const found = await findInvoice(context, mail.invoiceId);
    if (found === undefined) return null;
    return receiptEmail(own, found.invoice, found.school);
  }
  const school = await findSchool(context.database, mail.schoolId);
  if (school === undefined) return null;
  if (mail.kind === 'payment_failed') return paymentFailedEmail(own, school);
  if (mail.kind === 'renewal_canceled') return renewalCanceledEmail(own, school);
  if (mail.kind === 'ended_unpaid')
    return school.subscriptionStatus === 'canceled' ? endedUnpaidEmail(own, school) : null;
  if (mail.kind === 'card_changed') return cardChangedEmail(own, school);
  if (mail.kind === 'card_ending') return cardEndingEmail(own, school);
  // No reminder if a plan was bought meanwhile.
  return school.subscriptionStatus === 'trial' ? trialEmail(own, school, context.clock.now()) : null;
}
