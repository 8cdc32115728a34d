import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { billingRoutes, PAID_PAUSE_MS } from '#contract/billing.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '../../test-app.tsx';

type Attributes = Partial<Record<keyof typeof SCHOOL.attributes, unknown>>;
const ACTIVE = {
  subscription_status: 'active',
  subscription_plan: 'yearly',
  subscription_end_date: '2027-09-14T09:00:00.000Z',
};
const CANCELED = { ...ACTIVE, subscription_status: 'canceled' };
const ENDED = { ...CANCELED, plan_ended: true };
const INFORMATION = {
  first_name: '',
  last_name: '',
  email: '',
  telephone: '',
  address: '',
  card_last4: '4242',
};
const FILLED = {
  first_name: 'Priya',
  last_name: 'Nair',
  email: 'bursar@oakfield.example',
  telephone: '01632',
  address: '1 Oak Row',
  card_last4: '4242',
};
const SECRET = 'cus_secret_x';

function serve(school: Attributes, role: 'owner' | 'admin' | 'editor' = 'owner'): void {
  signIn(personOf({ role }));
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role }) } } });
  const data = { ...SCHOOL, attributes: { ...SCHOOL.attributes, ...school } };
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data } } });
}
const information = (attributes: object) => ({
  status: 200,
  body: { billing_information: { data: { id: SCHOOL.id, type: 'billing_information', attributes } } },
});
const sent = (call: string) => received.filter((each) => each.call === call).map(({ body }) => body);

beforeEach(() => {
  answer(billingRoutes.billingInformation, information(INFORMATION));
  answer(billingRoutes.updateBillingInformation, information(FILLED), { id: SCHOOL.id });
  answer(billingRoutes.listTransactions, { status: 200, body: { transactions: { data: [] } } });
  answer(billingRoutes.charge, { status: 200, body: { payment_intent_client_secret: SECRET } });
  answer(serviceRoutes.config, {
    status: 200,
    body: {
      product_name: 'Inkwell',
      contact_email: 'a@b.example',
      contact_phone: '1',
      social_url: 'https://x.example',
      operator_name: 'Inkwell',
      operator_address: '1 Quill Lane, London',
      payment: { provider: 'sandbox' },
    },
  });
});
afterEach(() => void vi.useRealTimers());

describe('My subscription', () => {
  it('on trial leads to Premium, once cookies are accepted', async () => {
    serve({});
    openApp('/app/settings/subscription', 'false');
    await screen.findByText('Free trial');
    expect(screen.queryByRole('link', { name: 'Upgrade to Premium' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Accept cookies' })).toBeDefined();
  });

  it('that is active shows plan, card and renewal date, and cancels after a question', async () => {
    serve(ACTIVE);
    answer(billingRoutes.cancelSubscription, { status: 200, body: { message: 'Successfully canceled' } });
    const router = openApp('/app/settings/subscription', 'true');
    await screen.findByText('14/09/2027');
    await screen.findByText('Card ending in 4242');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel renewal' }));
    const question = within(await screen.findByRole('dialog'));
    expect(sent('GET /api/v1/stripe/charges/cancel_subscription')).toHaveLength(0);
    await userEvent.click(question.getByRole('button', { name: 'Cancel renewal' }));
    await screen.findByText('Successfully canceled');
    expect(router.state.location.pathname).toBe('/app/settings');
  });

  it('says Error when cancelling fails, and stays', async () => {
    serve(ACTIVE);
    answer(billingRoutes.cancelSubscription, { status: 503, body: { error_message: 'Away' } });
    const router = openApp('/app/settings/subscription', 'true');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel renewal' }));
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: 'Cancel renewal' }));
    await screen.findByText('Error');
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
  });

  it('that is canceled shows its end, and is re-enabled by way of the billing details', async () => {
    serve(CANCELED);
    answer(billingRoutes.enableSubscription, { status: 200, body: { message: 'Success' } });
    answer(billingRoutes.billingInformation, information(FILLED));
    const router = openApp('/app/settings/subscription', 'true');
    await screen.findByText('Disabled');
    await userEvent.click(screen.getByRole('link', { name: 'Re-enable subscription' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await screen.findByText('Success');
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
    expect(sent('PUT /api/v1/stripe/charges/enable_subscription')).toHaveLength(1);
  });

  it('that could not be paid says so, with the way out', async () => {
    serve({ ...ACTIVE, subscription_status: 'past_due' });
    openApp('/app/settings/subscription', 'true');
    await screen.findByText(/You can go on working until 28\/09\/2027/);
    await userEvent.click(screen.getByRole('button', { name: 'Pay now' }));
    await screen.findByRole('button', { name: 'Go to payment' });
    expect(sent('POST /api/v1/stripe/charges')).toEqual([{ subscription_plan: 'yearly' }]);
  });

  it.each(['/app/settings/subscription', '/app/settings/invoice', '/app/settings/card-settings'])(
    'and %s are not for editors',
    async (path) => {
      serve(ACTIVE, 'editor');
      const router = openApp(path);
      await screen.findByRole('heading', { level: 1, name: 'My settings' });
      expect(router.state.location.pathname).toBe('/app/settings');
    },
  );
});

describe('paying', () => {
  it('goes from the plan by the details to the card, and after a pause to the subscription', async () => {
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
    await screen.findByText('Your card was declined.');
    answer(billingRoutes.confirmInSandbox, { status: 200, body: { status: 'succeeded' } });
    await user.click(screen.getByRole('button', { name: 'Pay £18.00' }));
    await screen.findByText(/£18.00 is paid/);
    serve({ ...ACTIVE, subscription_plan: 'monthly' });
    expect(router.state.location.pathname).toBe('/app/settings/card-settings');
    await act(async () => void vi.advanceTimersByTime(PAID_PAUSE_MS));
    await screen.findByText('Success');
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
    expect(sessionStorage.getItem('payment')).toBeNull();
    await screen.findByText('Monthly plan');
    expect(sent('POST /api/v1/stripe/sandbox/confirm')).toEqual([
      { card_number: '40000002', client_secret: SECRET },
      { card_number: '40000002', client_secret: SECRET },
    ]);
  });

  it('without a chosen plan leads to the settings', async () => {
    serve({});
    const router = openApp('/app/settings/card-settings', 'true');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings'));
  });

  it('with what somebody else chose at this machine does so, too', async () => {
    serve({});
    sessionStorage.setItem(
      'payment',
      JSON.stringify({ clientSecret: SECRET, plan: 'yearly', personId: 'x' }),
    );
    const router = openApp('/app/settings/card-settings', 'true');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings'));
  });

  it('a plan that was bought in another tab leads to it', async () => {
    serve({});
    answer(billingRoutes.charge, { status: 409, body: { error_message: 'Your school has a plan already' } });
    const router = openApp('/app/settings/choose-plan', 'true');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with yearly' }));
    await screen.findByText('Your school has a plan already');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings/subscription'));
  });
});

describe('Invoices', () => {
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

describe('the end', () => {
  const TRIAL_OVER = 'Your trial is over, please activate a plan to continue using Inkwell';

  it('of the trial is said in a dialog that leads to the subscription', async () => {
    serve({ plan_ended: true });
    const router = openApp('/app/settings', 'true');
    const dialog = within(await screen.findByRole('dialog', { name: TRIAL_OVER }));
    await userEvent.click(dialog.getByRole('link', { name: 'Subscription' }));
    await screen.findByRole('heading', { name: 'My subscription' });
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['subscription', 'invoice', 'choose-plan', 'billing-info/update'])(
    'of the trial is not said on %s',
    async (page) => {
      serve({ plan_ended: true });
      openApp(`/app/settings/${page}`, 'true');
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('tells editors whom to ask', async () => {
    serve({ plan_ended: true }, 'editor');
    openApp('/app/settings', 'true');
    const dialog = within(await screen.findByRole('dialog', { name: TRIAL_OVER }));
    expect(dialog.queryByRole('link')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('of a plan is a line above the screens, and a dialog once the server has refused something', async () => {
    serve(ENDED);
    answer(peopleRoutes.updateProfile, { status: 402, body: { error_message: 'x' } });
    openApp('/app/settings/my-details', 'true');
    await screen.findByText(/Your plan ended on 14\/09\/2027/);
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.type(await screen.findByLabelText('First name'), 'x{Enter}');
    await screen.findByRole('dialog', { name: /^Your plan has ended, please choose a plan/ });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
