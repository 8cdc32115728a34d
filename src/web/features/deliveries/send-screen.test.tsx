import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Audience, type DeliveryResource, deliveryRoutes } from '#contract/deliveries.ts';
import { type GroupResource, groupRoutes } from '#contract/groups/groups.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { type SchoolResource, schoolRoutes } from '#contract/school.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { deliveryOf } from '#test/support/web/deliveries.ts';
import { wordsOnScreen } from '#test/support/web/words-on-screen.ts';
import { storeDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';

const id = '00000000-0000-4000-8000-000000000001';
const params = { id };
const MAIL = {
  from_name: 'Oakfield Primary School',
  from_address: 'news@inkwell.example',
  subject: 'Harvest',
  preview_text: 'Bring a tin',
  reply_to: 'office@oakfield.example',
  bytes: 24_000,
};

const ENOUGH = { per_day: 5000, left_today: 5000, is_trial: false, is_stopped: false };

interface World {
  quota?: Partial<typeof ENOUGH>;
  recipients?: number;
  already_sent?: number;
  bytes?: number;
  readings?: Audience['readings'];
  status?: 'draft' | 'published';
  role?: 'owner' | 'editor';
  school?: Partial<SchoolResource['attributes']>;
  deliveries?: readonly DeliveryResource[];
  groups?: readonly GroupResource[];
  newsletter?: {
    readonly code?: readonly object[];
    readonly missing_files?: readonly string[];
    readonly has_unpublished_changes?: boolean;
  };
}

const schoolOf = (changes: World['school'] = {}) => ({
  ...SCHOOL,
  attributes: { ...SCHOOL.attributes, ...changes },
});

function serve({ recipients = 412, already_sent = 0, bytes = 24_000, ...world }: World = {}): void {
  const person = personOf({ role: world.role ?? 'owner' });
  signIn(person);
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: person } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: schoolOf(world.school) } } });
  const attributes = {
    title: 'Harvest',
    body: '',
    layout_type: 'one_column',
    status: world.status ?? 'published',
    slug: 'harvest',
    design: null,
    colours: null,
    issue_date: null,
    has_unpublished_changes: false,
    created_at: '2026-09-01T08:00:00.000Z',
    updated_at: '2026-09-01T08:00:00.000Z',
    code: [],
    footerContent: '',
    carried_over: null,
    missing_files: [],
    version: 1,
    published_at: null,
    ...world.newsletter,
  };
  const newsletter = { id, type: 'news_letter', attributes };
  answer(
    newsletterRoutes.getNewsletter,
    { status: 200, body: { news_letter: { data: newsletter } } },
    params,
  );
  const audience = {
    recipients,
    already_sent,
    with_digest: 0,
    own_groups_only: 0,
    left: 0,
    refused: 0,
  };
  answer(
    deliveryRoutes.audience,
    {
      status: 200,
      body: {
        audience,
        quota: { ...ENOUGH, ...world.quota },
        mail: { ...MAIL, bytes },
        readings: world.readings ?? [],
      },
    },
    params,
  );
  answer(groupRoutes.listGroups, { status: 200, body: { groups: { data: world.groups ?? [] } } });
  serveDeliveries(world.deliveries ?? []);
}

function serveDeliveries(data: readonly DeliveryResource[]): void {
  const body = { deliveries: { data }, total_pages: 1, total: data.length };
  answer(deliveryRoutes.listDeliveries, { status: 200, body }, params);
}

const open = () => openApp(`/app/newsletter/send/${id}`);
const sentBodies = (call: string) =>
  received.filter((each) => each.call.startsWith(call)).map(({ body }) => body);

// A delivery can be scheduled at most a year ahead.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

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

  it('says of mails that were not confirmed that they may have arrived', async () => {
    serve({
      already_sent: 411,
      deliveries: [deliveryOf({ sent: 409, waiting: 0, failed: 3, unconfirmed: 2 })],
    });
    open();
    await screen.findByRole('button', { name: 'See why 3 people may not have got it' });
    const numberOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
    expect([numberOf('Not delivered'), numberOf('Not confirmed')]).toEqual(['1', '2']);
  });

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

describe('sending to groups', () => {
  const groupOf = (name: string, families: number): GroupResource => ({
    id: crypto.randomUUID(),
    type: 'group',
    attributes: { name, members: families, families, retired_at: null, is_offered: false, merged_ids: [] },
  });
  const [year, staff] = [groupOf('Year 4', 31), groupOf('Staff', 12)];

  function serveChosen(chosen: { recipients: number; already_sent: number; with_digest?: number }): void {
    serve({ groups: [year, staff] });
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
    await screen.findByText('19 families get it. 12 families have it already, and do not get it again.');
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 19 people' }));
    const question = await screen.findByRole('dialog', { name: 'Send ‘Harvest’ to 19 people now?' });
    expect(question.textContent).toContain('It goes to Year 4, but not Staff.');
    await userEvent.click(within(question).getByRole('button', { name: 'Send to 19 people' }));
    await expect
      .poll(() => sentBodies('POST'))
      .toMatchObject([{ delivery: { groups: { any: [year.id], none: [staff.id] } } }]);
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
