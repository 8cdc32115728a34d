import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { billingRoutes } from '#contract/billing.ts';
import { peopleRoutes } from '#contract/people.ts';
import { TRIAL_MAILS_PER_DAY } from '#contract/rules/sending-quota.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { answer, openApp } from '#test/support/web/app.tsx';
import {
  ACTIVE,
  CANCELED,
  ENDED,
  FILLED,
  information,
  sent,
  serve,
  serveBilling,
} from '#test/support/web/billing.ts';
import { describeInZones } from '#test/zones.ts';

beforeEach(serveBilling);

describeInZones('the end of the trial', () => {
  it('is the day of the school’s calendar', async () => {
    serve({ subscription_end_date: '2027-07-14T23:30:00.000Z' });
    openApp('/app/settings/subscription', 'true');
    await screen.findByText(/You have everything until 15\/07\/2027/);
  });
});

describe('My subscription', () => {
  it('links to the plans during the trial, once cookies are accepted', async () => {
    serve({});
    openApp('/app/settings/subscription', 'false');
    await screen.findByText('Free trial');
    screen.getByText(new RegExp(`newsletters go to up to ${TRIAL_MAILS_PER_DAY} people a day`));
    screen.getByText(/^£180 a year, which is £15 per month, or £18 a month\./);
    expect(screen.queryByRole('link', { name: 'Upgrade to Premium' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Accept cookies' })).toBeDefined();
  });

  it('shows an active plan with card and renewal date, and cancels after confirmation', async () => {
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

  it.each([
    ['expires', 5],
    ['expired', -5],
  ])('warns that the card expires before the renewal (%s)', async (word, days) => {
    const inDays = (count: number) => new Date(Date.now() + count * DAY_MS).toISOString();
    serve({ ...ACTIVE, subscription_end_date: inDays(60) });
    answer(billingRoutes.billingInformation, information({ ...FILLED, card_expires_at: inDays(days) }));
    openApp('/app/settings/subscription', 'true');
    await screen.findByText(new RegExp(`^Your card ending in 4242 ${word} on .* Please change the card`));
  });

  it('shows an error and stays if cancelling fails', async () => {
    serve(ACTIVE);
    answer(billingRoutes.cancelSubscription, { status: 503, body: { error_message: 'Away' } });
    const router = openApp('/app/settings/subscription', 'true');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel renewal' }));
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: 'Cancel renewal' }));
    await screen.findByText('Error');
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
  });

  it('shows the end of a canceled plan, and re-enables it after the billing details', async () => {
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

  it.each([
    ['a paid plan', CANCELED, 'Paid until', /your plan works on until 14\/09\/2027/],
    ['a plan that has ended', ENDED, 'Ended on', /nothing is charged\.$/],
    ['a free trial', {}, 'Free trial', /your plan works on until/],
  ])('shows how long %s of a closed school runs, without a way to pay', async (_, plan, fact, note) => {
    serve({ ...plan, closes_at: '2026-12-21T10:00:00.000Z' });
    openApp('/app/settings/subscription', 'true');
    const message = await screen.findByText(/^Your school is closed and will be deleted on 21\/12\/2026/);
    expect(message.textContent).toMatch(note);
    screen.getByText(fact);
    expect(screen.queryByText(/Everything works until|You have everything/)).toBeNull();
    for (const name of ['Re-enable subscription', 'Choose a plan', 'Upgrade to Premium'])
      expect(screen.queryByRole('link', { name })).toBeNull();
  });

  it('needs consent to cookies to re-enable a canceled plan', async () => {
    serve(CANCELED);
    openApp('/app/settings/subscription', 'false');
    const again = await screen.findByRole('button', { name: 'Re-enable subscription' });
    expect(again.matches(':disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Accept cookies' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Re-enable subscription' })).toBeNull();
  });

  it('cannot be re-enabled by its address while cookies are declined', async () => {
    serve(CANCELED);
    openApp('/app/settings/billing-info', 'false');
    await screen.findByRole('button', { name: 'Accept cookies' });
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('shows a failed payment, with ways to pay', async () => {
    serve({ ...ACTIVE, subscription_status: 'past_due' });
    openApp('/app/settings/subscription', 'true');
    await screen.findByText(/You can go on working until 28\/09\/2027/);
    await userEvent.click(screen.getByRole('button', { name: 'Pay now' }));
    await screen.findByRole('button', { name: 'Go to payment' });
    expect(sent('POST /api/v1/stripe/charges')).toEqual([{ subscription_plan: 'yearly' }]);
  });

  it.each(['subscription', 'invoice', 'card-settings', 'change-card'].map((page) => `/app/settings/${page}`))(
    'does not show %s to editors',
    async (path) => {
      serve(ACTIVE, 'editor');
      const router = openApp(path);
      await screen.findByRole('heading', { level: 1, name: 'My settings' });
      expect(router.state.location.pathname).toBe('/app/settings');
    },
  );
});

describe('the end of a plan', () => {
  const TRIAL_OVER = 'Your trial is over, please activate a plan to continue using Inkwell';

  it('shows a dialog after the trial, with a link to the subscription', async () => {
    serve({ plan_ended: true });
    const router = openApp('/app/settings', 'true');
    const dialog = within(await screen.findByRole('dialog', { name: TRIAL_OVER }));
    await userEvent.click(dialog.getByRole('link', { name: 'Subscription' }));
    await screen.findByRole('heading', { name: 'My subscription' });
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['subscription', 'invoice', 'choose-plan', 'billing-info/update'])(
    'shows no dialog on %s',
    async (page) => {
      serve({ plan_ended: true });
      openApp(`/app/settings/${page}`, 'true');
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('refers editors to the owner', async () => {
    serve({ plan_ended: true }, 'editor');
    openApp('/app/settings', 'true');
    const dialog = within(await screen.findByRole('dialog', { name: TRIAL_OVER }));
    expect(dialog.queryByRole('link')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('tells contributors no name and no day', async () => {
    serve({ ...ENDED, subscription_plan: null, subscription_end_date: null }, 'contributor');
    openApp('/app/settings', 'true');
    await screen.findByText('Your school’s plan has ended. Your newsletters stay public.');
    screen.getByText('Please tell the owner of your school.');
    expect(screen.queryByText(/Invalid|undefined/)).toBeNull();
  });

  it('shows a banner after a plan, and a dialog once the server has refused a call', async () => {
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
