import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { answer } from '#test/support/web/app.tsx';
import { deliveryOf } from '#test/support/web/deliveries.ts';
import { onDay } from '#test/support/web/fixed-day.ts';
import { id, open, sentBodies, serve, serveDeliveries } from '#test/support/web/send-screen.ts';

// A delivery can be scheduled at most a year ahead.
onDay('2026-11-21');

describe('a sending under way', () => {
  it('shows how many are postponed, and until when', async () => {
    serve({
      deliveries: [deliveryOf({ waiting: 2, postponed: 2, next_try_at: '2026-10-09T08:20:00.000Z' })],
    });
    open();
    await screen.findByText(/^The mail servers of 2 people ask us to come back later. We try again at 09:20/);
  });

  it('links to the editor while it is paused', async () => {
    serve({ deliveries: [deliveryOf({ status: 'paused' })] });
    open();
    await screen.findByText('Nothing goes out while it is on hold.');
    const link = screen.getByRole('link', { name: 'Correct the newsletter' });
    expect(link.getAttribute('href')).toBe(`/app/newsletters/editor/${id}`);
  });

  it('offers a correction also while the last mails wait', async () => {
    serve({ deliveries: [deliveryOf()] });
    open();
    expect(await screen.findByRole('button', { name: 'Write a correction' })).toBeTruthy();
    expect(screen.getByText(/Hold the sending first/)).toBeTruthy();
  });

  it('does not mention pausing while it is scheduled', async () => {
    serve({ deliveries: [deliveryOf({ status: 'scheduled' }), deliveryOf({ status: 'done' })] });
    open();
    expect(await screen.findByRole('button', { name: 'Write a correction' })).toBeTruthy();
    expect(screen.queryByText(/Hold the sending first/)).toBeNull();
  });

  it('shows why a scheduled one will not go out, with a link to fix it', async () => {
    const trouble = 'It will not go out, as the newsletter is not published';
    const send_at = '2026-11-22T08:00:00.000Z';
    serve({ status: 'draft', deliveries: [deliveryOf({ status: 'scheduled', trouble, send_at })] });
    open();
    await screen.findByRole('heading', { name: 'Planned for 22/11/2026 at 08:00' });
    await screen.findByText(`${trouble}.`);
    await screen.findByText('It does not go out as things are.');
    expect(screen.queryByText(/It goes out by itself/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to the editor' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel the sending' })).toBeTruthy();
  });

  it.each([
    ['owner', true],
    ['editor', false],
  ] as const)('links the %s to the plans if it is scheduled after the trial: %s', async (role, isLed) => {
    const trouble = 'Your free trial ends before its time, so it will wait for a plan then';
    const planned = deliveryOf({ status: 'scheduled', trouble, send_at: '2027-06-22T08:00:00.000Z' });
    serve({ role, school: { subscription_end_date: '2027-02-22T11:04:00.000Z' }, deliveries: [planned] });
    open();
    await screen.findByText(new RegExp(`^${trouble}`));
    expect(screen.queryByRole('link', { name: 'Choose a plan' }) !== null).toBe(isLed);
  });

  it('does not list a delivery as sent that was canceled before it started', async () => {
    serve({ deliveries: [deliveryOf({ status: 'canceled', sent: 0, waiting: 0, failed: 0 })] });
    open();
    await screen.findByRole('heading', { name: 'Sendings so far' });
    expect(screen.queryByRole('heading', { name: 'Sent so far' })).toBeNull();
  });

  it('cannot be resumed while its newsletter is unpublished', async () => {
    serve({ status: 'draft', deliveries: [deliveryOf({ status: 'paused' })] });
    open();
    await screen.findByRole('link', { name: 'Go to the editor' });
    expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
  });

  it('is polled after a pause while mails are in transit', async () => {
    serve({ deliveries: [deliveryOf({ status: 'paused', sent: 282, on_its_way: 10 })] });
    open();
    await screen.findByText('282');
    serveDeliveries([deliveryOf({ status: 'paused', sent: 370 })]);
    await screen.findByText('370', {}, { timeout: 10_000 });
  });

  it('offers a correction after it is done', async () => {
    serve({
      recipients: 0,
      already_sent: 412,
      deliveries: [deliveryOf({ status: 'done', sent: 412 })],
    });
    answer(newsletterRoutes.createNewsletter, { status: 500 });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Write a correction' }));
    await expect
      .poll(() => sentBodies('POST'))
      .toMatchObject([
        { news_letter: { title: 'Correction: Harvest', layout_type: 'one_column', code: [] } },
      ]);
  });

  it('shows why it is paused, and resumes', async () => {
    const trouble = 'The newsletter was unpublished. Publish it again to go on';
    const paused = deliveryOf({ status: 'paused', trouble });
    serve({ deliveries: [paused] });
    answer(
      deliveryRoutes.resumeDelivery,
      () => {
        serveDeliveries([deliveryOf()]);
        return { status: 200, body: { delivery: { data: deliveryOf() } } };
      },
      { id: paused.id },
    );
    open();
    await screen.findByText(`${trouble}.`);
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    await screen.findByRole('button', { name: 'Hold' });
  });

  it('is canceled after confirmation', async () => {
    serve({ deliveries: [deliveryOf()] });
    const canceled = deliveryOf({ status: 'canceled', waiting: 0, skipped: 310 });
    answer(
      deliveryRoutes.cancelDelivery,
      () => {
        serveDeliveries([canceled]);
        return { status: 200, body: { delivery: { data: canceled } } };
      },
      { id: canceled.id },
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'End the sending' }));
    const question = await screen.findByRole('dialog', { name: 'End the sending of ‘Harvest’?' });
    await userEvent.click(within(question).getByRole('button', { name: 'End the sending' }));
    await screen.findByText('Sent to 100 people, then ended');
  });

  it('offers a new sending while a few mails of the last one are retried', async () => {
    const next_try_at = '2026-10-09T08:20:00.000Z';
    const last = { status: 'done', sent: 410, waiting: 1, postponed: 1, next_try_at } as const;
    serve({
      recipients: 1,
      already_sent: 411,
      deliveries: [deliveryOf(last)],
    });
    open();
    await screen.findByText('Sent to 410 of 411 people so far');
    expect(screen.getByText(/The mail server of 1 person asks us to come back later/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Send to 1 person/ })).toBeTruthy();
  });

  it('lists skipped and failed recipients, and counts those deleted since', async () => {
    const done = deliveryOf({ status: 'done', sent: 409, waiting: 0, failed: 0, skipped: 2 });
    serve({ recipients: 0, already_sent: 409, deliveries: [done] });
    const failure = {
      id,
      type: 'delivery_failure',
      attributes: {
        first_name: 'Amir',
        last_name: 'Khan',
        email: 'amir@home.example',
        reason: 'left',
        detail: null,
        failed_at: '2026-10-09T08:00:00.000Z',
      },
    };
    const body = { failures: { data: [failure] }, total_pages: 1, total: 1 };
    answer(deliveryRoutes.listFailures, { status: 200, body }, { id: done.id });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'See why 2 people did not get it' }));
    await screen.findByText('Left the list before it was their turn.');
    expect(screen.getByText('1 person of them: deleted from the list since.')).toBeTruthy();
  });

  it.each([
    [1, 'See why 3 people did not get it, or may not have'],
    [0, 'See why 2 people may not have got it'],
  ])(
    'says of mails that were not confirmed that they may have arrived, with %i others',
    async (others, name) => {
      serve({
        already_sent: 411,
        deliveries: [deliveryOf({ sent: 409, waiting: 0, failed: others + 2, unconfirmed: 2 })],
      });
      open();
      await screen.findByRole('button', { name });
      const numberOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
      expect([numberOf('Not delivered'), numberOf('Not confirmed')]).toEqual([`${others}`, '2']);
    },
  );

  it.each([
    ['owner', 'Amir Khan', 'The server said: 550 5.1.1 no such user'],
    [
      'editor',
      '1 person: The address does not exist or takes no mail.',
      'The owner of your school sees who they are.',
    ],
  ] as const)('shows an %s the failures that their role may see', async (role, first, second) => {
    const done = deliveryOf({ status: 'done', sent: 411, waiting: 0, failed: 1 });
    serve({ role, recipients: 0, already_sent: 411, deliveries: [done] });
    const isOwner = role === 'owner';
    const failure = {
      id,
      type: 'delivery_failure',
      attributes: {
        first_name: isOwner ? 'Amir' : null,
        last_name: isOwner ? 'Khan' : null,
        email: isOwner ? 'amir@home.example' : null,
        reason: 'refused',
        detail: isOwner ? '550 5.1.1 no such user' : null,
        failed_at: '2026-10-09T08:00:00.000Z',
      },
    };
    const body = { failures: { data: [failure] }, total_pages: 1, total: 1 };
    answer(deliveryRoutes.listFailures, { status: 200, body }, { id: done.id });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'See why 1 person did not get it' }));
    await screen.findByText(first, { exact: false });
    expect(screen.getByText(second)).toBeTruthy();
  });
});
