import { PLANS } from '#contract/prices.ts';
import type { Config } from '../../config.ts';
import { pounds } from './letters.ts';
import type { Invoice } from './repo.ts';
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
  schoolName: string,
): Promise<Buffer> {
  const sheet = new Sheet({ Title: `Invoice ${invoice.number}`, Author: product.operatorName });
  sheet.line(product.name, LEFT, 56, { size: 20, weight: 'strong' });
  sheet.lineTo('Invoice', RIGHT, 56, { size: 20, weight: 'strong' });
  drawHead(sheet, product, invoice, schoolName);
  drawSums(sheet, invoice);
  const note =
    invoice.provider === 'sandbox'
      ? 'This invoice was made by the sandbox: it is for trying things out, and no money has moved.'
      : 'Thank you.';
  sheet.block(note, LEFT, 500, RIGHT - LEFT, small);
  sheet.line(`${product.contactEmail} · ${product.contactPhone}`, LEFT, 780, small);
  return await sheet.finish();
}

function drawHead(sheet: Sheet, product: Config['product'], invoice: Invoice, schoolName: string): void {
  sheet.line('From', LEFT, 110, small);
  let from = sheet.block(product.operatorName, LEFT, 125, 200, strong);
  from = sheet.block(product.operatorAddress, LEFT, from, 200, plain);
  sheet.line('Billed to', MIDDLE, 110, small);
  let to = sheet.block(schoolName, MIDDLE, 125, RIGHT - MIDDLE, strong);
  for (const line of invoice.billedTo) to = sheet.block(line, MIDDLE, to, RIGHT - MIDDLE, plain);
  const top = Math.max(from, to) + 22;
  const facts = [
    ['Invoice number', invoice.number],
    ['Date', dayOf(invoice.paidAt)],
    ['Paid', invoice.cardLast4 === null ? 'Yes' : `By card ending in ${invoice.cardLast4}`],
  ] as const;
  facts.forEach(([name, value], index) => {
    const x = LEFT + index * 161;
    sheet.line(name, x, top, small);
    sheet.block(value, x, top + 14, 150, plain);
  });
}

function drawSums(sheet: Sheet, invoice: Invoice): void {
  const sum = pounds(invoice.amount);
  sheet.line('What for', LEFT, 340, small);
  sheet.lineTo('Amount', RIGHT, 340, small);
  sheet.rule(LEFT, 357, RIGHT - LEFT, LINE);
  sheet.line(PLANS[invoice.plan].title, LEFT, 368, strong);
  sheet.lineTo(sum, RIGHT, 368, plain);
  sheet.line(`${dayOf(invoice.periodStart)} to ${dayOf(invoice.periodEnd)}`, LEFT, 385, small);
  sheet.rule(LEFT, 408, RIGHT - LEFT, LINE);
  sheet.line('VAT', MIDDLE, 418, plain);
  sheet.lineTo('none added', RIGHT, 418, plain);
  sheet.line('Total', MIDDLE, 440, strong);
  sheet.lineTo(sum, RIGHT, 440, strong);
  sheet.lineTo('PAID', RIGHT, 462, { size: 10.5, weight: 'strong', colour: '#0a6a8f' });
}

function dayOf(date: Date): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', parts).format(date);
}
