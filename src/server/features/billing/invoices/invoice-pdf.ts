import { PLANS } from '#contract/rules/prices.ts';
import { longDateIn } from '#newsletter/values/dates.ts';
import type { Config } from '#server/config.ts';
import { pounds } from '#server/features/billing/emails/emails.ts';
import type { BilledSchool, Invoice } from './invoice-repo.ts';
import { PdfPage } from './pdf-page.ts';

const LEFT = 56;
const RIGHT = 539;
const MIDDLE = 300;
const GREY = '#5c6980';
const LINE = '#e3e7ee';
const small = { size: 9, colour: GREY } as const;
const plain = { size: 10.5 } as const;
const strong = { size: 10.5, weight: 'strong' } as const;

/** Draws an invoice as a PDF of one A4 page. */
export async function drawInvoice(
  { product }: Config,
  invoice: Invoice,
  school: BilledSchool,
): Promise<Buffer> {
  const page = new PdfPage({ Title: `Invoice ${invoice.number}`, Author: product.operatorName });
  page.line(product.name, LEFT, 56, { size: 20, weight: 'strong' });
  page.lineTo('Invoice', RIGHT, 56, { size: 20, weight: 'strong' });
  const head = drawHead(page, product, invoice, school);
  // Long names and addresses push the sums down.
  const sums = Math.max(340, head + 56);
  drawSums(page, invoice, school, sums);
  const note =
    invoice.provider === 'sandbox'
      ? 'This invoice was made by the sandbox: it is for trying things out, and no money has moved.'
      : 'Thank you.';
  page.block(note, LEFT, sums + 160, RIGHT - LEFT, small);
  page.line(`${product.contactEmail} · ${product.contactPhone}`, LEFT, 780, small);
  return await page.finish();
}

// Returns the y position below the head.
function drawHead(page: PdfPage, product: Config['product'], invoice: Invoice, school: BilledSchool): number {
  page.line('From', LEFT, 110, small);
  let from = page.block(product.operatorName, LEFT, 125, 200, strong);
  from = page.block(product.operatorAddress, LEFT, from, 200, plain);
  page.line('Billed to', MIDDLE, 110, small);
  let to = page.block(school.name, MIDDLE, 125, RIGHT - MIDDLE, strong);
  for (const line of invoice.billedTo) to = page.block(line, MIDDLE, to, RIGHT - MIDDLE, plain);
  const top = Math.max(from, to) + 22;
  const facts = [
    ['Invoice number', invoice.number],
    ['Date', longDateIn(school.timeZone, invoice.paidAt)],
    ['Paid', invoice.cardLast4 === null ? 'Yes' : `By card ending in ${invoice.cardLast4}`],
  ] as const;
  facts.forEach(([name, value], index) => {
    const x = LEFT + index * 161;
    page.line(name, x, top, small);
    page.block(value, x, top + 14, 150, plain);
  });
  return top + 30;
}

function drawSums(page: PdfPage, invoice: Invoice, school: BilledSchool, top: number): void {
  const sum = pounds(invoice.amount);
  page.line('What for', LEFT, top, small);
  page.lineTo('Amount', RIGHT, top, small);
  page.rule(LEFT, top + 17, RIGHT - LEFT, LINE);
  page.line(PLANS[invoice.plan].title, LEFT, top + 28, strong);
  page.lineTo(sum, RIGHT, top + 28, plain);
  page.line(
    `${longDateIn(school.timeZone, invoice.periodStart)} to ${longDateIn(school.timeZone, invoice.periodEnd)}`,
    LEFT,
    top + 45,
    small,
  );
  page.rule(LEFT, top + 68, RIGHT - LEFT, LINE);
  page.line('VAT', MIDDLE, top + 78, plain);
  page.lineTo('none added', RIGHT, top + 78, plain);
  page.line('Total', MIDDLE, top + 100, strong);
  page.lineTo(sum, RIGHT, top + 100, strong);
  page.lineTo('PAID', RIGHT, top + 122, { size: 10.5, weight: 'strong', colour: '#0a6a8f' });
}
