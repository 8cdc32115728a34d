import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { momentIn } from '#newsletter/values/time-zone.ts';
import { invoices } from '#server/platform/db/schema/billing.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createStaff } from '#test/factories.ts';
import { newPayer, type Payer } from '#test/payer.ts';
import { describeInZones, ZONES } from '#test/zones.ts';
import { copyInvoices } from './invoice-copies.ts';

/** Billing details, invoices and reminders over HTTP, in the sandbox. */

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

describe('billing details', () => {
  it('are empty at first, and report each invalid field', async () => {
    const payer = await newPayer(test);
    const { data } = (await test.call(billingRoutes.billingInformation, { token: payer.token })).ok()
      .billing_information;
    const card = { card_last4: null, card_expires_at: null };
    const empty = { first_name: '', last_name: '', email: '', telephone: '', address: '' };
    expect(data.attributes).toEqual({ ...empty, ...card });
    const refused = await test.call(billingRoutes.updateBillingInformation, {
      token: payer.token,
      params: { id: data.id },
      body: { billing_information: empty },
    });
    expect(refused.error().errors).toEqual({
      first_name: ['Please add your first name'],
      last_name: ['Please add your last name'],
      email: ['A valid email address is required'],
      telephone: ['Please add your phone number'],
      address: ['Please add your address'],
    });
    const details = {
      first_name: 'Zoë',
      last_name: 'Łukasz',
      email: 'Bursar@Elm.example',
      telephone: '+44 (0)20',
      address: '1 Elm Row',
    };
    const saved = (
      await test.call(billingRoutes.updateBillingInformation, {
        token: payer.token,
        params: { id: data.id },
        body: { billing_information: details },
      })
    ).ok();
    expect(saved.billing_information.data.attributes).toMatchObject({
      ...details,
      email: 'bursar@elm.example',
      telephone: '44020',
    });
    await payer.buy();
    await test.jobs.settled();
    expect(test.mail.to('bursar@elm.example')).toHaveLength(1);
    expect(test.mail.to(payer.school.owner.email)).toEqual([]);
  });
});

describe('an invoice', () => {
  it('is a PDF at a signed address that is valid for ten minutes', async () => {
    const payer = await newPayer(test);
    await payer.buy();
    const [invoice] = await payer.invoices(test.clock.now().getUTCFullYear());
    const url = new URL(invoice?.attributes.invoice_pdf_url ?? '');
    const get = (address: URL) => test.app.inject({ url: address.pathname + address.search });
    const pdf = await get(url);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const forged = new URL(url);
    forged.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
    expect((await get(forged)).statusCode).toBe(404);
    const cut = new URL(url);
    cut.searchParams.delete('signature');
    expect((await get(cut)).statusCode).toBe(404);
    // A signature with as many characters as a right one, but more bytes.
    const accented = new URL(url);
    accented.searchParams.set('signature', 'é'.repeat(url.searchParams.get('signature')?.length ?? 0));
    expect((await get(accented)).statusCode).toBe(404);
    test.clock.advance(10 * MINUTE_MS);
    expect((await get(url)).statusCode).toBe(404);
  });

  it('belongs to the year in which its period begins', async () => {
    const payer = await newPayer(test);
    await payer.buy();
    const year = test.clock.now().getUTCFullYear();
    expect(await payer.invoices(year)).toHaveLength(1);
    expect(await payer.invoices(year - 1)).toEqual([]);
    expect(
      (await test.call(billingRoutes.listTransactions, { token: payer.token, query: { year: 'soon' } }))
        .status,
    ).toBe(400);
  });
});

describeInZones('the year of an invoice', () => {
  // The payment is at 01:00 on New Year's Day in the school's time zone.
  it.each(ZONES)('follows the calendar in %s, and so do its dates in the archive', async (timeZone) => {
    const payer = await newPayer(test, { timeZone });
    const periodStart = momentIn(timeZone, '2031-01-01', '01:00');
    const periodEnd = momentIn(timeZone, '2032-01-01', '01:00');
    await test.context.database
      .orm()
      .insert(invoices)
      .values({
        schoolId: payer.school.id,
        provider: 'sandbox',
        plan: 'yearly',
        providerId: crypto.randomUUID(),
        number: 'INK-1',
        amount: 18_000,
        billedTo: [],
        linkKey: Buffer.from('key'),
        periodStart,
        periodEnd,
        paidAt: periodStart,
      });
    expect(await payer.invoices(2031)).toHaveLength(1);
    expect(await payer.invoices(2030)).toEqual([]);
    const school = { id: payer.school.id, name: 'Elm Grove', timeZone };
    const [copy] = await copyInvoices(test.context, school);
    expect(copy?.name).toBe('2031-01-01-INK-1');
    expect(copy?.row.slice(1, 5)).toEqual(['2031-01-01', 'Yearly plan', '2031-01-01', '2032-01-01']);
  });
});

describeInZones('reminders before the end of the trial', () => {
  // The trial ends in summer, when the school's day begins an hour before UTC's.
  const year = new Date().getUTCFullYear() + 1;

  it('are sent 14, 3 and 0 days before in the school’s time zone, once each, to those who can pay', async () => {
    const payer = await newPayer(test);
    const admin = await createStaff(test, payer.school.id, 'admin');
    const editor = await createStaff(test, payer.school.id, 'editor');
    await endsOn(payer, '08-18T08:00');
    await lookAt('08-03T22:30');
    expect(subjects(admin)).toEqual([]);
    // An hour later it is the next day in London, 14 days before the end.
    await lookAt('08-03T23:30');
    await lookAt('08-08T12:00');
    await lookAt('08-14T23:30');
    await lookAt('08-17T22:30');
    expect(subjects(admin)).toEqual(['ends in 14 days', 'ends in 3 days']);
    await lookAt('08-17T23:30');
    await lookAt('08-18T12:00');
    await lookAt('08-18T23:30');
    expect(subjects(admin)).toEqual(['ends in 14 days', 'ends in 3 days', 'ends today']);
    expect(test.mail.to(admin.email).at(-1)?.text).toContain(`ends today, on 18 August ${year}`);
    expect(test.mail.to(editor.email)).toEqual([]);
  });

  it('are correct and sent once after the program has not run for a while', async () => {
    const payer = await newPayer(test);
    await endsOn(payer, '09-20T08:00');
    await lookAt('09-08T12:00');
    await lookAt('09-19T12:00');
    expect(subjects(payer.school.owner)).toEqual(['ends in 12 days', 'ends tomorrow']);
    await lookAt('09-20T09:00');
    expect(subjects(payer.school.owner).at(-1)).toBe('ended today');
    const missed = await newPayer(test);
    await endsOn(missed, '09-22T08:00');
    await lookAt('09-23T00:30');
    expect(subjects(missed.school.owner)).toEqual([]);
  });

  const subjects = ({ email }: { readonly email: string }) =>
    test.mail.to(email).map(({ subject }) => subject.replace('Your Inkwell trial ', ''));
  const moment = (at: string) => new Date(`${year}-${at}:00.000Z`);
  async function endsOn({ school: { id } }: Payer, at: string): Promise<void> {
    const ends = { timeZone: 'Europe/London', subscriptionEndDate: moment(at) };
    await test.context.database.orm().update(schools).set(ends).where(eq(schools.id, id));
  }
  async function lookAt(at: string): Promise<void> {
    test.clock.advance(moment(at).getTime() - test.clock.now().getTime());
    await test.jobs.run('trial_reminders');
    await test.jobs.run('trial_reminders');
  }
});

describe('the reminder of a card that expires before the renewal', () => {
  it('is sent once for a card, to those who can pay, and not without a renewal', async () => {
    const payer = await newPayer(test);
    const editor = await createStaff(test, payer.school.id, 'editor');
    const soon = async () => {
      await test.jobs.run('card_reminders');
      await test.jobs.run('card_reminders');
      return (await payer.subjects()).filter((subject) => subject.includes('expires soon')).length;
    };
    await payer.buy('yearly');
    expect((await payer.billing()).card_expires_at).toBeNull();
    expect(await soon()).toBe(0);
    (await payer.changeCard(SANDBOX_CARDS.expires)).ok();
    expect(Date.parse((await payer.billing()).card_expires_at ?? '')).toBeGreaterThan(
      test.clock.now().getTime(),
    );
    (await payer.cancel()).ok();
    expect(await soon()).toBe(0);
    (await payer.enable()).ok();
    expect(await soon()).toBe(1);
    await payer.pass(40);
    await test.jobs.run('billing_night');
    expect(await soon()).toBe(1);
    (await payer.changeCard(SANDBOX_CARDS.expires)).ok();
    expect(await soon()).toBe(2);
    expect(test.mail.to(editor.email)).toEqual([]);
  });
});
