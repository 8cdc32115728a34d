import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { billingRoutes, PAYMENT_SUCCESS_SHOWN_MS } from '#contract/billing.ts';
import { answer, openApp, SCHOOL } from '#test/support/web/app.tsx';
import {
  ACTIVE,
  answerSchoolWith,
  CANCELED,
  FILLED,
  information,
  SECRET,
  sent,
  serve,
  serveBilling,
} from '#test/support/web/billing.ts';
import { onDay } from '#test/support/web/fixed-day.ts';
import { currentSession } from '#web/session/session.ts';

beforeEach(serveBilling);
afterEach(() => void vi.useRealTimers());

describe('paying', () => {
  it('goes from the plan to the details, to the card, and after a pause to the subscription', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    serve({});
    const router = openApp('/app/settings/choose-plan', 'true');
    expect((await screen.findByRole('radio', { name: /Yearly/ })).matches(':checked')).toBe(true);
    expect(screen.getByText('SAVE 17%')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: /Monthly/ }));
    await user.click(screen.getByRole('button', { name: 'Continue with monthly' }));
    await screen.findByText('£18.00');
    await user.clear(await screen.findByLabelText('First name'));
    await user.click(screen.getByRole('button', { name: 'Go to payment' }));
    for (const words of ['first name', 'phone number', 'address'])
      await screen.findByText(`Please add your ${words}`);
    await user.type(screen.getByLabelText('First name'), 'Priya');
    await user.type(screen.getByLabelText('Phone'), '(01632)');
    await user.type(screen.getByLabelText('Address'), '1 Oak Row');
    await user.click(screen.getByRole('button', { name: 'Go to payment' }));
    await screen.findByRole('heading', { name: 'Payment Information' });

    answer(billingRoutes.confirmInSandbox, {
      status: 400,
      body: { error_message: 'Your card was declined.' },
    });
    await user.type(await screen.findByLabelText('Card number'), '400000029');
    await user.click(screen.getByRole('button', { name: 'Pay £18.00' }));
    await screen.findByText('Card contains only 8 numbers');
    await user.type(screen.getByLabelText('Card number'), '{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Pay £18.00' }));
    expect(await screen.findAllByText('Your card was declined.')).toHaveLength(2);
    expect(screen.getByLabelText('Card number').getAttribute('aria-invalid')).toBe('true');
    answer(billingRoutes.confirmInSandbox, { status: 200, body: { status: 'succeeded' } });
    await user.click(screen.getByRole('button', { name: 'Pay £18.00' }));
    await screen.findByText(/£18.00 is paid/);
    expect(screen.queryByText('Your card was declined.')).toBeNull();
    answerSchoolWith({ ...ACTIVE, subscription_plan: 'monthly' });
    expect(router.state.location.pathname).toBe('/app/settings/card-settings');
    expect(sessionStorage.getItem('payment')).toContain(SECRET);
    await act(async () => void vi.advanceTimersByTime(PAYMENT_SUCCESS_SHOWN_MS));
    await screen.findByText('Success');
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
    expect(sessionStorage.getItem('payment')).toBeNull();
    await screen.findByText('Monthly plan');
    expect(sent('POST /api/v1/stripe/sandbox/confirm')).toEqual([
      { card_number: '40000002', client_secret: SECRET },
      { card_number: '40000002', client_secret: SECRET },
    ]);
  });

  it('shows the confirmation, not the card form, after a reload during the pause', async () => {
    serve({});
    const personId = currentSession()?.user.id;
    sessionStorage.setItem(
      'payment',
      JSON.stringify({ clientSecret: SECRET, plan: 'yearly', personId, isPaid: true }),
    );
    const router = openApp('/app/settings/card-settings', 'true');
    await userEvent.click(await screen.findByRole('button', { name: 'Go to my subscription' }));
    expect(sent('POST /api/v1/stripe/sandbox/confirm')).toEqual([]);
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
    expect(sessionStorage.getItem('payment')).toBeNull();
  });

  const choose = () =>
    sessionStorage.setItem(
      'payment',
      JSON.stringify({ clientSecret: SECRET, plan: 'yearly', personId: currentSession()?.user.id }),
    );

  it.each([ACTIVE, CANCELED])('redirects to the subscription if another tab has paid', async (school) => {
    serve(school);
    choose();
    const router = openApp('/app/settings/card-settings', 'true');
    await screen.findByRole('heading', { name: 'My subscription' });
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
    expect(sessionStorage.getItem('payment')).toBeNull();
  });

  it('pays the plan it shows, even if another tab has chosen another', async () => {
    serve({});
    choose();
    answer(billingRoutes.charge, { status: 200, body: { payment_intent_client_secret: 'cus_secret_new' } });
    answer(billingRoutes.confirmInSandbox, { status: 200, body: { status: 'succeeded' } });
    openApp('/app/settings/card-settings', 'true');
    const field = await screen.findByLabelText('Card number');
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(false);
    await userEvent.type(field, '42424242');
    expect(asks()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Pay £180.00' }));
    await screen.findByText(/£180.00 is paid/);
    expect(asks()).toBe(false);
    expect(sent('POST /api/v1/stripe/charges')).toEqual([{ subscription_plan: 'yearly' }]);
    expect(sent('POST /api/v1/stripe/sandbox/confirm')).toEqual([
      { card_number: '42424242', client_secret: 'cus_secret_new' },
    ]);
  });

  it('does not charge the card if another tab was faster, and shows the plan', async () => {
    serve({});
    choose();
    const router = openApp('/app/settings/card-settings', 'true');
    await userEvent.type(await screen.findByLabelText('Card number'), '42424242');
    answer(billingRoutes.charge, { status: 409, body: { error_message: 'Your school has a plan already' } });
    answerSchoolWith(ACTIVE);
    await userEvent.click(screen.getByRole('button', { name: 'Pay £180.00' }));
    await screen.findByText('Your school has a plan already');
    await screen.findByText('Renews on');
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
    expect(sent('POST /api/v1/stripe/sandbox/confirm')).toEqual([]);
    expect(sessionStorage.getItem('payment')).toBeNull();
  });

  it.each(['card-settings', 'billing-info'])('waits for consent to cookies on %s', async (page) => {
    serve({});
    choose();
    openApp(`/app/settings/${page}`, 'false');
    await screen.findByRole('button', { name: 'Accept cookies' });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(sessionStorage.getItem('payment')).toContain(SECRET);
  });

  it('redirects to the settings without a chosen plan', async () => {
    serve({});
    const router = openApp('/app/settings/card-settings', 'true');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings'));
  });

  it('ignores a plan that another person chose in this browser', async () => {
    serve({});
    sessionStorage.setItem(
      'payment',
      JSON.stringify({ clientSecret: SECRET, plan: 'yearly', personId: 'x' }),
    );
    const router = openApp('/app/settings/card-settings', 'true');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings'));
  });

  it('redirects to a plan that was bought in another tab', async () => {
    serve({});
    answer(billingRoutes.charge, { status: 409, body: { error_message: 'Your school has a plan already' } });
    const router = openApp('/app/settings/choose-plan', 'true');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with yearly' }));
    await screen.findByText('Your school has a plan already');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings/subscription'));
  });
});

describe('Invoices', () => {
  onDay('2026-11-21');

  it('are shown by year, with their PDF', async () => {
    serve(ACTIVE);
    answer(billingRoutes.billingInformation, information(FILLED));
    const attributes = {
      title: 'Yearly plan',
      cost: 180,
      subscription_start_at: '2026-09-14T09:00:00.000Z',
      invoice_pdf_url: 'https://x.example/invoice.pdf',
      card_last4: '4242',
      status: 'PAID',
    };
    const data = [{ id: SCHOOL.id, type: 'transaction', attributes }];
    answer(billingRoutes.listTransactions, ({ url }) => ({
      status: 200,
      body: { transactions: { data: url.endsWith('year=2025') ? [] : data } },
    }));
    openApp('/app/settings/invoice', 'true');
    const row = within(await screen.findByRole('table', { name: 'Invoices of 2026' }));
    for (const words of ['14 Sep 2026', '14.09.2026', '£180.00', 'PAID'])
      expect(row.getByText(words)).toBeDefined();
    expect(row.getByRole('link').getAttribute('href')).toBe('https://x.example/invoice.pdf');
    expect(await screen.findByText('1 Oak Row')).toBeDefined();
    await userEvent.click(screen.getByRole('combobox', { name: 'Year' }));
    await userEvent.click(await screen.findByRole('option', { name: '2025' }));
    await screen.findByText(/There are no invoices for 2025/);
  });
});

describe('Change card', () => {
  const GIVEN = 'seti_secret_x';
  beforeEach(() => {
    answer(billingRoutes.beginCardChange, { status: 200, body: { setup_intent_client_secret: GIVEN } });
    answer(billingRoutes.confirmInSandbox, { status: 200, body: { status: 'succeeded' } });
    answer(billingRoutes.finishCardChange, { status: 200, body: { message: 'Your card was changed' } });
  });

  it('shows that nothing is charged today, and returns to the subscription', async () => {
    serve(ACTIVE);
    const router = openApp('/app/settings/subscription', 'true');
    await userEvent.click(await screen.findByRole('link', { name: 'Change card' }));
    await screen.findByText(/The renewal on 14\/09\/2027, £180.00, and those after it/);
    expect(screen.getByText('£0.00')).toBeDefined();
    await userEvent.type(await screen.findByLabelText('Card number'), '42424242');
    await userEvent.click(screen.getByRole('button', { name: 'Save card' }));
    await screen.findByText('Your card was changed');
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
    expect(sent('POST /api/v1/stripe/sandbox/confirm')).toEqual([
      { card_number: '42424242', client_secret: GIVEN },
    ]);
    expect(sent('PUT /api/v1/stripe/cards')).toHaveLength(1);
  });

  it('pays what is past due, and shows the provider’s message if that fails', async () => {
    serve({ ...ACTIVE, subscription_status: 'past_due' });
    answer(billingRoutes.finishCardChange, {
      status: 400,
      body: { error_message: 'Your card was declined.' },
    });
    const router = openApp('/app/settings/change-card', 'true');
    await screen.findByText(/It has been due since 14\/09\/2027/);
    await userEvent.type(await screen.findByLabelText('Card number'), '42424242');
    const save = screen.getByRole('button', { name: 'Save card and pay £180.00' });
    await userEvent.click(save);
    expect(await screen.findAllByText('Your card was declined.')).toHaveLength(2);
    expect(router.state.location.pathname).toBe('/app/settings/change-card');
    answer(billingRoutes.finishCardChange, { status: 200, body: { message: 'Your card was changed' } });
    answerSchoolWith(ACTIVE);
    await userEvent.click(save);
    await screen.findByText('Your card was changed, and £180.00 is paid');
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
  });

  it('waits for consent to cookies', async () => {
    serve(ACTIVE);
    openApp('/app/settings/change-card', 'false');
    await screen.findByRole('button', { name: 'Accept cookies' });
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  it.each([{}, { ...ACTIVE, subscription_status: 'canceled' }])(
    'is not for who has nothing to pay',
    async (school) => {
      serve(school);
      const router = openApp('/app/settings/change-card', 'true');
      await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings/subscription'));
    },
  );
});
