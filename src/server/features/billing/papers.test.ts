import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createStaff } from '#test/factories.ts';
import { newPayer } from '#test/paying.ts';

/** Billing details, invoices and reminders over HTTP, in the sandbox. */

const DAY_MS = 86_400_000;
let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

describe('billing details', () => {
  it('say of each field what is missing, and are empty at first', async () => {
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
  it('is a PDF under an address that is signed and good for ten minutes', async () => {
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
    test.clock.advance(10 * 60_000);
    expect((await get(url)).statusCode).toBe(404);
  });

  it('stands in the year in which its time begins', async () => {
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

describe('reminders of the end of the trial', () => {
  it('come 14, 3 and 0 days before, once each, to who can pay', async () => {
    const payer = await newPayer(test);
    const admin = await createStaff(test, payer.school.id, 'admin');
    const editor = await createStaff(test, payer.school.id, 'editor');
    const end = (await payer.endDate()).getTime();
    const subjects = () => test.mail.to(admin.email).map(({ subject }) => subject);
    const until = async (daysBefore: number) => {
      test.clock.advance(Math.max(0, end - daysBefore * DAY_MS - test.clock.now().getTime()));
      await test.jobs.run('trial_reminders');
      await test.jobs.run('trial_reminders');
    };
    await until(15);
    expect(subjects()).toEqual([]);
    await until(14);
    await until(10);
    await until(3);
    await until(0);
    await until(-0.5);
    expect(subjects()).toEqual([
      'Your Inkwell trial ends in 14 days',
      'Your Inkwell trial ends in 3 days',
      'Your Inkwell trial ends today',
    ]);
    expect(test.mail.to(editor.email)).toEqual([]);
  });
});

describe('the reminder of a card that ends before it can pay', () => {
  it('comes once for a card, to who can pay, and not for what will not renew', async () => {
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
