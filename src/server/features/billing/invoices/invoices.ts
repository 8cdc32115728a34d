import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BillingTransaction } from '#contract/billing.ts';
import { PLANS } from '#contract/rules/prices.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { timeZoneOf } from '#server/data/schools.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { isSame } from '#server/platform/is-same.ts';
import { findInvoice, type Invoice, listInvoices } from './invoice-repo.ts';

/** Invoices, and their PDFs at signed addresses that are valid for ten minutes. */

const PATH = '/invoices/';
const LINK_LIFE_MS = 600_000;

/** A school's invoices of a year in its time zone, or all without a year; newest first. */
export async function transactionsOf(
  context: AppContext,
  { schoolId }: Member,
  year: number | undefined,
): Promise<BillingTransaction[]> {
  const found = await context.database.forSchool(schoolId, async () => {
    const zone = await timeZoneOf(context.database, schoolId);
    const newYear = (of: number) => momentIn(zone, `${of}-01-01`, '00:00');
    const span = year === undefined ? null : { from: newYear(year), to: newYear(year + 1) };
    return await listInvoices(context, schoolId, span);
  });
  return found.map((invoice) => presentInvoice(context, invoice));
}

function presentInvoice(context: AppContext, invoice: Invoice): BillingTransaction {
  const expires = context.clock.now().getTime() + LINK_LIFE_MS;
  return {
    id: invoice.id,
    type: 'transaction',
    attributes: {
      title: PLANS[invoice.plan].title,
      cost: invoice.amount / 100,
      subscription_start_at: invoice.periodStart.toISOString(),
      invoice_pdf_url: `${context.config.publicUrl}${PATH}${invoice.id}.pdf?expires=${expires}&signature=${signatureOf(invoice, expires)}`,
      card_last4: invoice.cardLast4,
      status: 'PAID',
    },
  };
}

function signatureOf(invoice: Invoice, expires: number): string {
  return createHmac('sha256', invoice.linkKey).update(`${invoice.id}.${expires}`).digest('base64url');
}

const address = z.object({
  id: z.uuid(),
  expires: z.coerce.number().int(),
  signature: z.string().length(43),
});

/** Serves the PDFs at signed addresses; redirects to the provider's own PDF if it has one. */
export function serveInvoices(app: FastifyInstance, context: AppContext): void {
  app.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
    `${PATH}:file`,
    async (request, reply) => {
      const id = request.params.file.replace(/\.pdf$/, '');
      const { invoice, school } = await signedInvoice(context, { ...request.query, id });
      reply.header('cache-control', 'no-store');
      const theirs =
        invoice.provider === context.payments.provider
          ? await context.payments.invoicePdf(invoice.providerId)
          : null;
      if (theirs !== null) return reply.redirect(theirs, 302);
      // Imported on demand, so that the start need not load the PDF library.
      const { drawInvoice } = await import('./invoice-pdf.ts');
      return reply
        .type('application/pdf')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .header('content-disposition', `inline; filename="${invoice.number.replace(/[^\w-]/g, '')}.pdf"`)
        .send(await drawInvoice(context.config, invoice, school));
    },
  );
}

// All invalid addresses look the same from outside.
async function signedInvoice(context: AppContext, given: unknown) {
  const parsed = address.safeParse(given).data;
  const found = parsed && (await findInvoice(context, parsed.id));
  if (parsed === undefined || found === undefined) throw notFound('Invoice');
  const good = isSame(signatureOf(found.invoice, parsed.expires), parsed.signature);
  const now = context.clock.now().getTime();
  if (!good || now >= parsed.expires) throw notFound('Invoice');
  return found;
}
