import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import type { GroupResource } from '#contract/groups/groups.ts';
import { answer, received } from '#test/support/web/app.tsx';
import { deliveryOf } from '#test/support/web/deliveries.ts';
import { onDay } from '#test/support/web/fixed-day.ts';
import {
  ENOUGH,
  id,
  MAIL,
  open,
  params,
  sentBodies,
  serve,
  serveDeliveries,
} from '#test/support/web/send-screen.ts';
import { storeDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';

// A delivery can be scheduled at most a year ahead.
onDay('2026-11-21');

describe('sending to groups', () => {
  const groupOf = (name: string, families: number): GroupResource => ({
    id: crypto.randomUUID(),
    type: 'group',
    attributes: { name, members: families, families, retired_at: null, is_offered: false, merged_ids: [] },
  });
  const [year, staff] = [groupOf('Year 4', 31), groupOf('Staff', 12)];

  interface Chosen {
    readonly recipients: number;
    readonly already_sent: number;
    readonly with_digest?: number;
  }

  function serveChosen(chosen: Chosen): void {
    serve({ groups: [year, staff] });
    countChosen(chosen);
  }

  /** Counts the families of Year 4 so from now on. */
  function countChosen(chosen: Chosen): void {
    answer(
      deliveryRoutes.audience,
      ({ url }) => {
        const everybody = { recipients: 412, already_sent: 0 };
        const others = { with_digest: 0, own_groups_only: 0, left: 0, refused: 0 };
        const audience = { ...others, ...(url.includes(year.id) ? chosen : everybody) };
        return { status: 200, body: { audience, quota: ENOUGH, mail: MAIL, readings: [] } };
      },
      params,
    );
  }

  it('says how many get it, and sends the choice', async () => {
    serveChosen({ recipients: 19, already_sent: 12 });
    answer(
      deliveryRoutes.createDelivery,
      { status: 201, body: { delivery: { data: deliveryOf({ audience: 'Year 4, but not Staff' }) } } },
      params,
    );
    open();
    await userEvent.click(await screen.findByRole('radio', { name: 'Some groups' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Please choose a group')).toBeTruthy();
    const only = within(screen.getByRole('group', { name: 'Only families in any of these' }));
    await userEvent.click(only.getByRole('checkbox', { name: 'Year 4' }));
    const not = within(screen.getByRole('group', { name: 'Not families in any of these' }));
    await userEvent.click(not.getByRole('checkbox', { name: 'Staff' }));
    await screen.findByText(
      '19 families get it. It went to 12 families before, and does not go to them again.',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 19 people' }));
    const question = await screen.findByRole('dialog', { name: 'Send ‘Harvest’ to 19 people now?' });
    expect(question.textContent).toContain('It goes to Year 4, but not Staff.');
    await userEvent.click(within(question).getByRole('button', { name: 'Send to 19 people' }));
    await expect
      .poll(() => sentBodies('POST'))
      .toMatchObject([{ delivery: { groups: { any: [year.id], none: [staff.id] } } }]);
  });

  it('counts the same groups again after a sending', async () => {
    serveChosen({ recipients: 31, already_sent: 0 });
    answer(
      deliveryRoutes.createDelivery,
      () => {
        countChosen({ recipients: 12, already_sent: 19 });
        serveDeliveries([deliveryOf({ status: 'done', sent: 19, waiting: 0, failed: 0 })]);
        return { status: 201, body: { delivery: { data: deliveryOf() } } };
      },
      params,
    );
    open();
    const choose = async () => {
      await userEvent.click(await screen.findByRole('radio', { name: 'Some groups' }));
      const only = within(screen.getByRole('group', { name: 'Only families in any of these' }));
      await userEvent.click(only.getByRole('checkbox', { name: 'Year 4' }));
    };
    await choose();
    await screen.findByText('31 families get it.');
    await userEvent.click(screen.getByRole('button', { name: 'Send to 31 people' }));
    const question = await screen.findByRole('dialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Send to 31 people' }));
    await screen.findByRole('heading', { name: 'Sent so far' });
    await choose();
    await screen.findByText(
      '12 families get it. It went to 19 families before, and does not go to them again.',
    );
  });

  it('gives it to the monthly digest where all of them have that', async () => {
    serveChosen({ recipients: 0, already_sent: 0, with_digest: 3 });
    open();
    await userEvent.click(await screen.findByRole('radio', { name: 'Some groups' }));
    const only = within(screen.getByRole('group', { name: 'Only families in any of these' }));
    await userEvent.click(only.getByRole('checkbox', { name: 'Year 4' }));
    await screen.findByText('3 families get it with the monthly digest.');
    await userEvent.click(screen.getByRole('button', { name: 'Give to the monthly digest' }));
    const question = await screen.findByRole('dialog', { name: 'Give ‘Harvest’ to the monthly digest?' });
    expect(question.textContent).toContain('3 people get it with the next one. No mail goes out now.');
  });

  it('begins with the groups of a date, and tests a mail that one of them gets', async () => {
    serveChosen({ recipients: 19, already_sent: 0 });
    const reading = { words: 'Year 4', blocks: ['swimming'], groups: [year.id], families: 19 };
    const audience = {
      recipients: 19,
      already_sent: 0,
      with_digest: 0,
      own_groups_only: 0,
      left: 0,
      refused: 0,
    };
    answer(
      deliveryRoutes.audience,
      { status: 200, body: { audience, quota: ENOUGH, mail: MAIL, readings: [reading] } },
      params,
    );
    answer(deliveryRoutes.readMail, { status: 200, body: { mail: 'x' } }, params);
    answer(deliveryRoutes.sendTestMail, { status: 202 }, params);
    storeDraftMessage(id, { to: { some: true, any: [year.id], none: [] } });
    open();
    await screen.findByText('19 families get it.');
    const test = await screen.findByRole('combobox', { name: 'The test is the mail to' });
    expect(
      within(test)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Year 4']);
    await userEvent.click(screen.getByRole('button', { name: 'Send me a test' }));
    await screen.findByText(/^A test is on its way/);
    const tests = received
      .filter(({ call }) => call.startsWith('POST') && call.includes(id))
      .map(({ body }) => body);
    expect(JSON.stringify(tests)).toContain(year.id);
  });

  it('is off while nobody is in the group', async () => {
    serveChosen({ recipients: 0, already_sent: 0 });
    open();
    await userEvent.click(await screen.findByRole('radio', { name: 'Some groups' }));
    const only = within(screen.getByRole('group', { name: 'Only families in any of these' }));
    await userEvent.click(only.getByRole('checkbox', { name: 'Year 4' }));
    await screen.findByText('No families in these groups yet.');
    expect(screen.getByRole('button', { name: 'Send to 0 people' })).toHaveProperty('disabled', true);
  });

  it('is told of a sending that was for some of them', async () => {
    const past = { status: 'done', sent: 31, waiting: 0, failed: 0, audience: 'Year 4' } as const;
    serve({ deliveries: [deliveryOf(past)] });
    open();
    await screen.findByText(/by Priya Nair · for Year 4 · Harvest/);
  });
});
