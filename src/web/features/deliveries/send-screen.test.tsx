import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { answer, SCHOOL } from '#test/support/web/app.tsx';
import { deliveryOf } from '#test/support/web/deliveries.ts';
import { onDay } from '#test/support/web/fixed-day.ts';
import { id, open, params, sentBodies, serve, serveDeliveries } from '#test/support/web/send-screen.ts';
import { wordsOnScreen } from '#test/support/web/words-on-screen.ts';

// A delivery can be scheduled at most a year ahead.
onDay('2026-11-21');

describe('sending a newsletter', () => {
  it('explains that replies do not go to the school until its email is confirmed', async () => {
    serve({ school: { email_confirmed: false } });
    open();
    const description = /office@oakfield\.example, is not confirmed yet, so they go to its owner/;
    await screen.findByRole('textbox', { name: 'Replies go to', description });
  });

  it('says in 55 words what to do after a sending', async () => {
    serve({
      recipients: 0,
      already_sent: 412,
      deliveries: [deliveryOf({ status: 'done', sent: 412, waiting: 0, failed: 0, skipped: 0 })],
    });
    open();
    await screen.findByRole('heading', { name: 'Sent so far' });
    expect(wordsOnScreen().length, wordsOnScreen().join(' ')).toBeLessThanOrEqual(55);
  });

  it('asks for confirmation with the number of people, then shows the progress', async () => {
    serve();
    answer(
      deliveryRoutes.createDelivery,
      () => {
        serveDeliveries([deliveryOf()]);
        return { status: 201, body: { delivery: { data: deliveryOf() } } };
      },
      params,
    );
    open();
    const subject = await screen.findByLabelText('Subject');
    await userEvent.clear(subject);
    await userEvent.type(subject, 'Come to the harvest');
    expect(within(screen.getByLabelText('In an inbox')).getByText('Come to the harvest')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Send to 412 people' }));
    const question = await screen.findByRole('dialog', { name: 'Send ‘Harvest’ to 412 people now?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Send to 412 people' }));
    await screen.findByRole('heading', { name: 'Sending to 412 people' });
    // The form with the focused button has disappeared.
    await expect.poll(() => document.activeElement?.textContent).toBe('Send ‘Harvest’');
    expect(screen.getByText('310')).toBeTruthy();
    expect(sentBodies('POST')).toEqual([
      {
        delivery: {
          subject: 'Come to the harvest',
          preview_text: 'Bring a tin',
          reply_to: 'office@oakfield.example',
          send_at: null,
        },
      },
    ]);
  });

  it('says that it is done, even if the sending is over before it was seen under way', async () => {
    serve();
    const sent = deliveryOf({ status: 'done', sent: 412, waiting: 0, failed: 0 });
    answer(
      deliveryRoutes.createDelivery,
      () => {
        serveDeliveries([sent]);
        return { status: 201, body: { delivery: { data: deliveryOf() } } };
      },
      params,
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 412 people' }));
    const question = await screen.findByRole('dialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Send to 412 people' }));
    await screen.findByText('The sending is done: it went to 412 people');
  });

  it('shows on the form and in the confirmation how it is spread over days', async () => {
    serve({ quota: { per_day: 200, left_today: 150, is_trial: true } });
    open();
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain(
      'Your free trial sends newsletters to 200 people a day. 150 people get it today, 262 people on the 2 days after.',
    );
    const link = within(note).getByRole('link');
    expect(link.getAttribute('href')).toContain(encodeURIComponent(`for school ${SCHOOL.id}`));
    await userEvent.click(screen.getByRole('button', { name: 'Send to 412 people' }));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('150 people get it today, 262 people on the 2 days after.');
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  });

  it.each([
    [{ per_day: 412, left_today: 412 }, null],
    [{ per_day: 400, left_today: 0 }, '412 people get it over 2 days, starting tomorrow.'],
    [{ per_day: 412, left_today: 0 }, '412 people get it tomorrow.'],
    [{ per_day: 411, left_today: 411 }, '411 people get it today, 1 person on the day after.'],
    [{ is_stopped: true }, 'Nothing more goes out today'],
  ])('explains the quota %j: %j', async (quota, words) => {
    serve({ quota });
    open();
    await screen.findByLabelText('Subject');
    expect(screen.queryByRole('note')?.textContent ?? null).toEqual(
      words === null ? null : expect.stringContaining(words),
    );
  });

  it('schedules nothing after the end of a trial', async () => {
    const ends = { subscription_end_date: new Date(Date.now() + 36 * HOUR_MS).toISOString() };
    serve({ quota: { per_day: 200, left_today: 150, is_trial: true }, school: ends });
    open();
    const note = await screen.findByRole('note');
    expect(note.textContent).toMatch(
      /150 people get it today, 200 people on the day after\. Your free trial ends on \d\d\/\d\d\/\d{4}: 62 people then wait for a plan\./,
    );
  });

  it.each([
    [
      '2027-02-22',
      '10:00',
      '200 people get it on that day. Your free trial ends on 22/02/2027: 82 people then wait for a plan.',
    ],
    [
      '2027-02-21',
      '18:00',
      '200 people get it on that day. Your free trial ends on 22/02/2027: 82 people then wait for a plan.',
    ],
    ['2027-02-21', '08:00', '200 people get it on that day, 82 people on the day after.'],
    ['2020-07-01', '08:00', null],
  ])('planned for %s at %s near the end of the trial says: %s', async (chosen, at, words) => {
    const school = { subscription_end_date: '2027-02-22T11:04:00.000Z' };
    serve({ recipients: 282, quota: { per_day: 200, left_today: 200, is_trial: true }, school });
    open();
    await userEvent.click(await screen.findByLabelText('At a time'));
    for (const [label, value] of [
      ['Day', chosen],
      ['Time', at],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    const note = screen.queryByRole('note')?.textContent ?? null;
    expect(note).toEqual(words === null ? null : expect.stringContaining(` a day. ${words} `));
    expect(screen.queryByText('Please choose a time in the future') === null).toBe(words !== null);
  });

  it('warns of changes that are not published, on the form and in the confirmation', async () => {
    serve({ newsletter: { has_unpublished_changes: true } });
    open();
    const words = 'They get it as it was published, without these changes.';
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain(words);
    const link = within(note).getByRole('link', { name: 'Publish your changes in the editor' });
    expect(link.getAttribute('href')).toBe(`/app/newsletters/editor/${id}`);
    await userEvent.click(screen.getByRole('button', { name: 'Send to 412 people' }));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain(words);
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  });

  it('warns of deleted files on the form and in the confirmation, with a link to the editor', async () => {
    const code = [{ name: 'a', type: 'image', value: { url: '/files/aaaa.png', alt: 'Tins' } }];
    serve({ newsletter: { code, missing_files: ['aaaa.png'] } });
    open();
    const words = 'was deleted. Choose another. What was deleted is left out.';
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain(words);
    const link = within(note).getByRole('link', { name: 'Choose another in the editor' });
    expect(link.getAttribute('href')).toBe(`/app/newsletters/editor/${id}`);
    await userEvent.click(screen.getByRole('button', { name: 'Send to 412 people' }));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain(words);
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  });

  it('warns that it waits for a plan if it is scheduled after the trial', async () => {
    serve();
    open();
    await userEvent.click(await screen.findByLabelText('At a time'));
    expect(screen.queryByRole('note')).toBeNull();
    const day = screen.getByLabelText('Day');
    await userEvent.clear(day);
    await userEvent.type(day, '2027-02-21');
    const words =
      'Your free trial ends on 21/02/2027, before that time. The sending then waits for a plan: choose one before, or go on with it once you have one.';
    expect((await screen.findByRole('note')).textContent).toBe(words);
    await userEvent.click(screen.getByRole('button', { name: 'Plan for 412 people' }));
    expect((await screen.findByRole('dialog')).textContent).toContain(words);
  });

  it('is scheduled in the school’s time zone', async () => {
    serve();
    const body = { delivery: { data: deliveryOf({ status: 'scheduled' }) } };
    answer(deliveryRoutes.createDelivery, { status: 201, body }, params);
    open();
    await userEvent.click(await screen.findByLabelText('At a time'));
    const day = screen.getByLabelText('Day');
    await userEvent.clear(day);
    await userEvent.type(day, '2027-07-01');
    await userEvent.click(screen.getByRole('button', { name: 'Plan for 412 people' }));
    const question = await screen.findByRole('dialog', { name: 'Send ‘Harvest’ on 01/07/2027 at 08:00?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Plan the sending' }));
    await expect
      .poll(() => sentBodies('POST'))
      .toMatchObject([{ delivery: { send_at: '2027-07-01T07:00:00.000Z' } }]);
  });

  it('explains times on the day when the clocks change', async () => {
    serve();
    open();
    await userEvent.click(await screen.findByLabelText('At a time'));
    const [day, time] = [screen.getByLabelText('Day'), screen.getByLabelText('Time')];
    await userEvent.clear(day);
    await userEvent.type(day, '2027-03-28');
    await userEvent.clear(time);
    await userEvent.type(time, '01:30');
    await screen.findByText('The clocks go forward then: there is no 01:30 on this day. It goes at 02:30.');
    await userEvent.clear(day);
    await userEvent.type(day, '2027-10-31');
    await screen.findByText(
      'The clocks go back then: 01:30 comes twice on this day. It goes the first time.',
    );
  });

  it('starts from the texts of a canceled delivery', async () => {
    const canceled = deliveryOf({ status: 'canceled', sent: 0, subject: 'Come!', preview_text: 'Boots' });
    serve({ deliveries: [canceled] });
    open();
    expect(await screen.findByDisplayValue('Come!')).toBeTruthy();
    expect(screen.getByDisplayValue('Boots')).toBeTruthy();
  });

  it.each([
    ['past', '2020-07-01', 'Please choose a time in the future'],
    ['too far ahead', '2029-01-01', 'Please choose a time within a year'],
  ])('rejects a time that is %s, without asking for confirmation', async (_, chosen, message) => {
    serve();
    open();
    await userEvent.click(await screen.findByLabelText('At a time'));
    const day = screen.getByLabelText('Day');
    await userEvent.clear(day);
    await userEvent.type(day, chosen);
    await userEvent.click(screen.getByRole('button', { name: 'Plan for 412 people' }));
    await screen.findByText(message);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps typed text while the person is on another screen, until it is sent', async () => {
    serve();
    const body = { delivery: { data: deliveryOf({ status: 'scheduled' }) } };
    answer(deliveryRoutes.createDelivery, { status: 201, body }, params);
    const router = open();
    await userEvent.type(await screen.findByLabelText('Subject'), ' supper');
    await userEvent.click(screen.getByLabelText('At a time'));
    await userEvent.clear(screen.getByLabelText('Time'));
    await userEvent.type(screen.getByLabelText('Time'), '15:30');
    await router.navigate('/app/settings');
    await expect.poll(() => screen.queryByLabelText('Subject')).toBeNull();
    await router.navigate(-1);
    expect(await screen.findByDisplayValue('Harvest supper')).toBeTruthy();
    expect(within(screen.getByLabelText('In an inbox')).getByText('Harvest supper')).toBeTruthy();
    expect(screen.getByDisplayValue('15:30')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Plan for 412 people' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Plan the sending' }));
    await expect.poll(() => sentBodies('POST')).toMatchObject([{ delivery: { subject: 'Harvest supper' } }]);
    await expect.poll(() => Object.keys(sessionStorage).filter((key) => key.includes('send:'))).toEqual([]);
  });

  it('sends a test mail', async () => {
    serve();
    answer(deliveryRoutes.sendTestMail, { status: 202 }, params);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send me a test' }));
    await screen.findByText('A test is on its way to p.nair@oakfield.example');
  });

  it('warns of mails that Gmail truncates', async () => {
    serve({ bytes: 95_000 });
    open();
    await screen.findByText(/^This mail has 93 KB, and Gmail cuts mails off at 102 KB/);
  });

  it('warns of the longest mail with blocks for groups', async () => {
    const group = crypto.randomUUID();
    const reading = { words: 'Year 4', blocks: ['swimming'], groups: [group], families: 3 };
    serve({ readings: [reading, { words: null, blocks: [], groups: [], families: 9 }] });
    answer(deliveryRoutes.readMail, { status: 200, body: { mail: 'é'.repeat(47_000) } }, params);
    open();
    await screen.findByText(/^The mail for Year 4 has 92 KB, and Gmail cuts mails off at 102 KB/);
  });

  it('shows the owner where to add people if there are no subscribers', async () => {
    serve({ recipients: 0 });
    open();
    await screen.findByRole('heading', { name: 'There is nobody on your list yet' });
    const linked = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(linked('Add a subscriber')).toMatch(/\/invite-subscriber\?sending=/);
    expect(linked('Import a list')).toMatch(/\/import-subscribers\?sending=/);
  });

  it('refers an editor to the owner if there are no subscribers', async () => {
    serve({ recipients: 0, role: 'editor' });
    open();
    await screen.findByText(/The owner of your school keeps the list/);
    expect(screen.queryByRole('link', { name: 'Add a subscriber' })).toBeNull();
  });

  it('shows that everybody has it already', async () => {
    serve({ recipients: 0, already_sent: 412 });
    open();
    await screen.findByRole('heading', { name: 'Everybody on your list has it' });
  });

  it('says that some may have it, if a mail was not confirmed', async () => {
    const last = { status: 'done', sent: 411, waiting: 0, failed: 1, unconfirmed: 1 } as const;
    serve({ recipients: 0, already_sent: 412, deliveries: [deliveryOf(last)] });
    open();
    await screen.findByRole('heading', { name: 'Everybody on your list has it, or may have it' });
  });

  it.each([
    [{ sent: 0, waiting: 412 }, 'Nobody has it yet'],
    [{ sent: 411, waiting: 1 }, '1 person does not have it yet'],
    [{ sent: 400, waiting: 12 }, '12 people do not have it yet'],
  ])('says of %j who does not have it', async (counts, title) => {
    serve({
      recipients: 0,
      already_sent: 412,
      deliveries: [deliveryOf({ status: 'done', finished_at: '2026-10-09T08:10:00.000Z', ...counts })],
    });
    open();
    await screen.findByRole('heading', { name: title });
    expect(screen.queryByText(/Everybody on your list/)).toBeNull();
  });

  it('is unavailable while the school is closed', async () => {
    serve({ school: { closes_at: '2026-12-21T10:00:00.000Z' } });
    open();
    await screen.findByText(/^Nothing goes out while your school is closed/);
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  });

  it('is unavailable until the newsletter is published', async () => {
    serve({ status: 'draft' });
    open();
    await screen.findByRole('heading', { name: 'Publish it first' });
  });
});
