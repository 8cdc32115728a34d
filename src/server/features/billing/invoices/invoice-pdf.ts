import { PLANS } from '#contract/rules/prices.ts';
import { longDateIn } from '#newsletter/values/dates.ts';
import type { Config } from '#server/config.ts';
import { pounds } from '#server/features/billing/reminders/emails.ts';
import type { BilledSchool, Invoice } from './invoice-repo.ts';
import { Sheet } from './typesetting.ts';

const LEFT = 56;
const RIGHT = 539;
const MIDDLE = 300;
const GREY = '#5c6980';
const LINE = '#e3e7ee';
const small = { size: 9, colour: GREY } as const;
const plain = { size: 10.5 } as const;
const strong = { size: 10.5, weight: 'strong' } as const;

/** Draws an invoice that the provider does not draw itself: one A4 page. */
export async function drawInvoice(
  { product }: Config,
  invoice: Invoice,
  school: BilledSchool,
): Promise<Buffer> {
  const sheet = new Sheet({ Title: `Invoice ${invoice.number}`, Author: product.operatorName });
  sheet.line(product.name, LEFT, 56, { size: 20, weight: 'strong' });
  sheet.lineTo('Invoice', RIGHT, 56, { size: 20, weight: 'strong' });
  const head = drawHead(sheet, product, invoice, school);
  // Long names and addresses push it down.
  const sums = Math.max(340, head + 56);
  drawSums(sheet, invoice, school, sums);
  const note =
    invoice.provider === 'sandbox'
      ? 'This invoice was made by the sandbox: it is for trying things out, and no money has moved.'
      : 'Thank you.';
  sheet.block(note, LEFT, sums + 160, RIGHT - LEFT, small);
  sheet.line(`${product.contactEmail} · ${product.contactPhone}`, LEFT, 780, small);
  return await sheet.finish();
}

// Gives where the next part may stand.
function drawHead(sheet: Sheet, product: Config['product'], invoice: Invoice, school: BilledSchool): number {
  sheet.line('From', LEFT, 110, small);
  let from = sheet.block(product.operatorName, LEFT, 125, 200, strong);
  from = sheet.block(product.operatorAddress, LEFT, from, 200, plain);
  sheet.line('Billed to', MIDDLE, 110, small);
  let to = sheet.block(school.name, MIDDLE, 125, RIGHT - MIDDLE, strong);
  for (const line of invoice.billedTo) to = sheet.block(line, MIDDLE, to, RIGHT - MIDDLE, plain);
  const top = Math.max(from, to) + 22;
  const facts = [
    ['Invoice number', invoice.number],
    ['Date', longDateIn(school.timeZone, invoice.paidAt)],
    ['Paid', invoice.cardLast4 === null ? 'Yes' : `By card ending in ${invoice.cardLast4}`],
  ] as const;
  facts.forEach(([name, value], index) => {
    const x = LEFT + index * 161;
    sheet.line(name, x, top, small);
    sheet.block(value, x, top + 14, 150, plain);
  });
  return top + 30;
}

function drawSums(sheet: Sheet, invoice: Invoice, school: BilledSchool, top: number): void {
  const sum = pounds(invoice.amount);
  sheet.line('What for', LEFT, top, small);
  sheet.lineTo('Amount', RIGHT, top, small);
  sheet.rule(LEFT, top + 17, RIGHT - LEFT, LINE);
  sheet.line(PLANS[invoice.plan].title, LEFT, top + 28, strong);
  sheet.lineTo(sum, RIGHT, top + 28, plain);
  sheet.line(
    `${longDateIn(school.timeZone, invoice.periodStart)} to ${longDateIn(school.timeZone, invoice.periodEnd)}`,
    LEFT,
    top + 45,
    small,
  );
  sheet.rule(LEFT, top + 68, RIGHT - LEFT, LINE);
  sheet.line('VAT', MIDDLE, top + 78, plain);
  sheet.lineTo('none added', RIGHT, top + 78, plain);
  sheet.line('Total', MIDDLE, top + 100, strong);
  sheet.lineTo(sum, RIGHT, top + 100, strong);
  sheet.lineTo('PAID', RIGHT, top + 122, { size: 10.5, weight: 'strong', colour: '#0a6a8f' });
}
