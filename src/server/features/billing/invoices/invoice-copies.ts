import { PLANS } from '#contract/rules/prices.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { type BilledSchool, listInvoices } from './invoice-repo.ts';

/** A school's invoices for its archive: the school must keep them for years, but they are erased here with the school. */

/** The columns of `InvoiceCopy.row`. */
export const INVOICE_HEADINGS = [
  'number',
  'paid_at',
  'plan',
  'from',
  'to',
  'pounds',
  'vat_pounds',
  'card_last4',
  'billed_to',
] as const;

/** An invoice as a spreadsheet row, and its PDF, drawn on demand. */
export interface InvoiceCopy {
  /** Readable and safe as a file name: '2026-11-21-INK-0001'. */
  readonly name: string;
  readonly row: readonly string[];
  pdf(): Promise<Buffer>;
}

/**
 * All of a school's invoices, newest first. Their PDFs are drawn here for every provider: a provider's own PDF is a link
 * that expires, and its download could fail in the middle of the archive.
 */
export async function copyInvoices(
  context: AppContext,
  school: BilledSchool & { readonly id: string },
): Promise<readonly InvoiceCopy[]> {
  const found = await context.database.forSchool(school.id, () => listInvoices(context, school.id, null));
  const day = (moment: Date) => dayIn(school.timeZone, moment);
  return found.map((invoice) => ({
    name: `${day(invoice.paidAt)}-${invoice.number.replace(/[^\w-]/g, '')}`,
    row: [
      invoice.number,
      day(invoice.paidAt),
      PLANS[invoice.plan].title,
      day(invoice.periodStart),
      day(invoice.periodEnd),
      (invoice.amount / 100).toFixed(2),
      '0.00',
      invoice.cardLast4 ?? '',
      invoice.billedTo.join(', '),
    ],
    pdf: async () => (await import('./invoice-pdf.ts')).drawInvoice(context.config, invoice, school),
  }));
}
