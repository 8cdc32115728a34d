import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventImportRoutes } from '#contract/calendar/event-imports.ts';
import { EVENT_MESSAGES, type EventResource, eventRoutes } from '#contract/calendar/events.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { newsletterOf, wholeOf } from '#test/support/web/newsletters.ts';
import { readDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';

const eventOf = (changes: Partial<EventResource['attributes']> = {}): EventResource => ({
  id: crypto.randomUUID(),
  type: 'event',
  attributes: {
    ...{ title: 'Sports day', description: '', date: '2037-06-11', last_day: null, time: '16:00', end: null },
    ...{ place: null, groups: [], is_cancelled: false, source: 'calendar', row: 'a', other_rows: [] },
    ...{ import_uid: null },
    ...{ told_in: [], can_delete: true, changed_at: '2026-11-01T10:00:00.000Z' },
    ...changes,
  },
});
const SPORTS = eventOf();
const serve = (...events: readonly EventResource[]) =>
  answer(eventRoutes.listEvents, {
    status: 200,
    body: { events: { data: events }, holidays: [], diary: null },
  });
const sent = (call: string) => received.find((each) => each.call === call)?.body;
const answered = (event: EventResource) => ({ status: 200, body: { event: { data: event } } });

beforeEach(() => {
  signIn(personOf({ role: 'editor' }));
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role: 'editor' }) } } });
  const attributes = { ...SCHOOL.attributes, diary_url: 'https://school.test/s/oakfield/diary' };
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: { ...SCHOOL, attributes } } } });
  answer(groupRoutes.listGroups, { status: 200, body: { groups: { data: [] } } });
});

it('begins empty, says what a date still needs, and adds it', async () => {
  serve();
  answer(eventRoutes.createEvent, { ...answered(SPORTS), status: 201 });
  openApp('/app/calendar');
  expect(await screen.findByRole('link', { name: 'Calendar' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'New date' }));
  const panel = within(await screen.findByRole('dialog'));
  await userEvent.type(panel.getByLabelText(/Date/), '2037-06-11');
  await userEvent.click(panel.getByRole('button', { name: 'Save date' }));
  expect(await panel.findByText('Please give it a title')).toBeTruthy();
  await userEvent.type(panel.getByLabelText(/Title/), 'Sports day');
  serve(SPORTS);
  await userEvent.click(panel.getByRole('button', { name: 'Save date' }));
  expect(await screen.findByText('‘Sports day’ is in the calendar')).toBeTruthy();
  expect(sent('POST /api/v1/events')).toMatchObject({
    event: { title: 'Sports day', date: '2037-06-11', time: null },
  });
});

it('goes on from the first date: the focus is on the button, and a change is shown', async () => {
  serve();
  answer(eventRoutes.createEvent, { ...answered(SPORTS), status: 201 });
  openApp('/app/calendar');
  await userEvent.click(await screen.findByRole('button', { name: 'New date' }));
  const added = within(await screen.findByRole('dialog'));
  await userEvent.type(added.getByLabelText(/Title/), 'Sports day');
  await userEvent.type(added.getByLabelText(/^Date/), '2037-06-11');
  serve(SPORTS);
  await userEvent.click(added.getByRole('button', { name: 'Save date' }));
  const made = await screen.findByRole('button', { name: 'Sports day' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New date' })));
  const moved = { ...SPORTS, attributes: { ...SPORTS.attributes, title: 'Fun run' } };
  answer(eventRoutes.updateEvent, answered(moved), { id: SPORTS.id });
  await userEvent.click(made);
  serve(moved);
  const dialog = await screen.findByRole('dialog', { name: 'Sports day' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save date' }));
  expect(await screen.findByRole('button', { name: 'Fun run' })).toBeTruthy();
});

it('gives the focus back to the date, or to the button for new ones', async () => {
  serve(SPORTS);
  openApp('/app/calendar');
  for (const name of ['New date', 'Sports day']) {
    const opener = await screen.findByRole('button', { name });
    opener.focus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
});

it('gives the focus back to the date, or to the button for new ones, once it is saved', async () => {
  serve(SPORTS);
  answer(eventRoutes.updateEvent, answered(SPORTS), { id: SPORTS.id });
  const fair = eventOf({ title: 'Fair', row: 'b' });
  answer(eventRoutes.createEvent, { ...answered(fair), status: 201 });
  openApp('/app/calendar');
  for (const name of ['Sports day', 'New date']) {
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    if (name === 'New date') {
      await userEvent.type(dialog.getByLabelText(/Title/), 'Fair');
      await userEvent.type(dialog.getByLabelText(/^Date/), '2037-06-11');
      serve(SPORTS, fair);
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Save date' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));
  }
});

it('makes a date of each of several days with the same times', async () => {
  serve();
  answer(eventRoutes.createEvent, { ...answered(SPORTS), status: 201 });
  openApp('/app/calendar');
  await userEvent.click(await screen.findByRole('button', { name: 'New date' }));
  const panel = within(await screen.findByRole('dialog'));
  await userEvent.type(panel.getByLabelText(/Title/), 'Sports day');
  await userEvent.click(panel.getByRole('button', { name: 'More than one day' }));
  for (const [label, text] of [
    [/^Date/, '2037-06-11'],
    [/^From/, '16:00'],
    [/^To/, '18:00'],
    [/^Last day/, '2037-06-12'],
  ] as const)
    await userEvent.type(panel.getByLabelText(label), text);
  await userEvent.click(panel.getByRole('checkbox', { name: 'These times on each day' }));
  expect(panel.getByText('Makes 2 dates')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Save date' }));
  expect(await screen.findByText('‘Sports day’ is in the calendar on 2 days')).toBeTruthy();
  const made = received.filter(({ call }) => call === 'POST /api/v1/events').map(({ body }) => body);
  expect(made.slice(-2)).toMatchObject([
    { event: { date: '2037-06-11', last_day: null, time: '16:00', end: '18:00' } },
    { event: { date: '2037-06-12', last_day: null, time: '16:00', end: '18:00' } },
  ]);
});

it('says what a newsletter still says, and calls off with a mail to offer', async () => {
  const announcing = { id: crypto.randomUUID(), title: 'Week 5', says: null };
  const event = eventOf({ told_in: [announcing], can_delete: false });
  serve(event);
  const stale = {
    ...event,
    attributes: { ...event.attributes, told_in: [{ ...announcing, says: '16:00' }] },
  };
  answer(eventRoutes.updateEvent, answered(stale), { id: event.id });
  openApp('/app/calendar');
  await userEvent.click(await screen.findByRole('button', { name: 'Sports day' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save date' }));
  expect(await screen.findByText('Saved. The published newsletter still says: 16:00')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Publish the correction' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Options for Sports day' }));
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  expect(await screen.findByText(EVENT_MESSAGES.seen)).toBeTruthy();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as cancelled' }));
  expect(await screen.findByRole('button', { name: 'Write to families' })).toBeTruthy();
});

it('tells families of a cancelled date in the school’s language', async () => {
  const off = { ...SPORTS, attributes: { ...SPORTS.attributes, is_cancelled: true, can_delete: false } };
  serve(off);
  const attributes = { ...SCHOOL.attributes, language: 'cy' };
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: { ...SCHOOL, attributes } } } });
  answer(newsletterRoutes.createNewsletter, { ...wholeOf(newsletterOf(7, 'Off')), status: 201 });
  openApp('/app/calendar');
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Sports day' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Write to families' }));
  await waitFor(() => expect(sent('POST /api/v1/news_letters')).toBeTruthy());
  const row = { title: 'Sports day', description: 'Mae wedi’i ganslo.', state: 'cancelled' };
  expect(sent('POST /api/v1/news_letters')).toMatchObject({
    news_letter: { title: 'Wedi’i ganslo: Sports day', code: [{ value: { rows: [row] } }] },
  });
});

it('tells families of a date that is on again or changed, from its panel too, and to whom it is for', async () => {
  const groups = [crypto.randomUUID()];
  const [off, on] = [true, false].map((is_cancelled) => ({
    ...SPORTS,
    attributes: { ...SPORTS.attributes, groups, is_cancelled, can_delete: false },
  }));
  if (off === undefined || on === undefined) throw new Error('Two states');
  const newsletter = newsletterOf(7, 'On again');
  serve(off);
  answer(eventRoutes.updateEvent, answered(on), { id: SPORTS.id });
  answer(newsletterRoutes.createNewsletter, { ...wholeOf(newsletter), status: 201 });
  const router = openApp('/app/calendar');
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Sports day' }));
  serve(on);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'It is on again' }));
  expect(await screen.findByText('‘Sports day’ is on again')).toBeTruthy();
  const navigate = vi.spyOn(router, 'navigate').mockReturnValue(Promise.resolve());
  const write = () => screen.queryByRole('button', { name: 'Write to families' });
  await userEvent.click(write() ?? document.body);
  await waitFor(() => expect(navigate).toHaveBeenCalled());
  expect(String(navigate.mock.lastCall)).toContain(newsletter.id);
  await waitFor(() => expect(write()).toBeNull());
  const [row] = [{ title: 'Sports day', description: 'It is on again.', date: '2037-06-11' }];
  expect(sent('POST /api/v1/news_letters')).toMatchObject({
    news_letter: { title: 'On again: Sports day', code: [{ type: 'event', value: { rows: [row] } }] },
  });
  expect(readDraftMessage(newsletter.id).to).toEqual({ some: true, any: groups, none: [] });
  await userEvent.click(await screen.findByRole('button', { name: 'Sports day' }));
  const panel = within(await screen.findByRole('dialog'));
  await userEvent.type(panel.getByLabelText(/^Place/), 'Field');
  await userEvent.click(panel.getByRole('button', { name: 'Save date' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(write()).toBeTruthy();
  answer(eventRoutes.updateEvent, answered(off), { id: SPORTS.id });
  await userEvent.click(await screen.findByRole('button', { name: 'Sports day' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as cancelled' }));
  expect(await screen.findByText('‘Sports day’ is cancelled')).toBeTruthy();
});

it('says who sees a date for groups', async () => {
  const groupNamed = (name: string, is_offered: boolean) => ({
    ...{ id: crypto.randomUUID(), type: 'group' as const },
    attributes: { name, is_offered, members: 1, families: 1, retired_at: null, merged_ids: [] },
  });
  const data = [groupNamed('Year 4', true), groupNamed('Staff', false)];
  answer(groupRoutes.listGroups, { status: 200, body: { groups: { data } } });
  serve();
  openApp('/app/calendar');
  await userEvent.click(await screen.findByRole('button', { name: 'New date' }));
  const panel = within(await screen.findByRole('dialog'));
  await userEvent.click(await panel.findByRole('checkbox', { name: 'Staff' }));
  expect(panel.getByText(/^Only the groups chosen here. It is not in your public diary/)).toBeTruthy();
  await userEvent.click(panel.getByRole('checkbox', { name: 'Year 4' }));
  expect(panel.getByText(/Everybody can see it in your public diary/)).toBeTruthy();
});

it('sends what was changed in a date, and when it is as one', async () => {
  const groups = [crypto.randomUUID()];
  const event = eventOf({ time: '16:00', end: '17:00', place: 'Hall', groups });
  serve(event);
  answer(eventRoutes.updateEvent, answered(event), { id: event.id });
  openApp('/app/calendar');
  const save = async (label: RegExp, text: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Sports day' }));
    const panel = within(await screen.findByRole('dialog'));
    await userEvent.clear(panel.getByLabelText(label));
    await userEvent.type(panel.getByLabelText(label), text);
    await userEvent.click(panel.getByRole('button', { name: 'Save date' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await save(/^Place/, 'Field');
  await save(/^To/, '18:00');
  await userEvent.click(screen.getByRole('button', { name: 'Options for Sports day' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as cancelled' }));
  await screen.findByText('‘Sports day’ is cancelled');
  const call = `PATCH /api/v1/events/${event.id}`;
  const times = { date: '2037-06-11', last_day: null, time: '16:00', end: '18:00' };
  expect(received.filter((each) => each.call === call).map(({ body }) => body)).toEqual([
    { event: { place: 'Field' } },
    { event: times },
    { event: { is_cancelled: true } },
  ]);
});

it('imports what is ticked, and leaves unticked what is doubtful or there', async () => {
  serve(SPORTS);
  const done = { id: crypto.randomUUID(), added: 1, changed: 0 };
  answer(eventImportRoutes.importEvents, { status: 201, body: { import: done } });
  openApp('/app/calendar');
  await userEvent.click(await screen.findByRole('button', { name: 'Import dates' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import dates' }));
  await userEvent.click(dialog.getByRole('textbox'));
  await userEvent.paste(
    'Old fair: 12 June 2001\nSports day: 11 June 2037\nHalf term: 26 to 30 October 2037\nTerm ends: Wednesday 26 March 2037',
  );
  expect(await dialog.findByText('1 of 4 dates is over and not ticked.')).toBeTruthy();
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
  // Coming dates are first.
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, true, false]);
  expect(await dialog.findByText('It is a Thursday')).toBeTruthy();
  expect(dialog.getByText('Already there')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Add 1 date' }));
  expect(await screen.findByText('Dates: 1 added')).toBeTruthy();
  expect(sent('POST /api/v1/events/imports')).toMatchObject({
    import: { events: [{ title: 'Half term', date: '2037-10-26', last_day: '2037-10-30' }] },
  });
});

it('reads a calendar file that is pasted, asks once about a long series, and adds at most so many', async () => {
  serve();
  const done = { id: crypto.randomUUID(), added: 398, changed: 0 };
  answer(eventImportRoutes.importEvents, { status: 201, body: { import: done } });
  openApp('/app/calendar');
  await userEvent.click(await screen.findByRole('button', { name: 'Import dates' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import dates' }));
  const field = dialog.getByRole('textbox');
  const events = ['Club', 'Lunch'].map(
    (title) =>
      `BEGIN:VEVENT\nUID:${title}\nSUMMARY:${title}\nDTSTART;VALUE=DATE:20200106\nRRULE:FREQ=DAILY\n`,
  );
  const once = 'BEGIN:VEVENT\nSUMMARY:Fair,\n  with cakes\nDTSTART;VALUE=DATE:20370612\n';
  await userEvent.click(field);
  await userEvent.paste(
    `BEGIN:VCALENDAR\n${[...events, once].join('END:VEVENT\n')}END:VEVENT\nEND:VCALENDAR\n`,
  );
  const club = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /^397 dates, .* Club/ });
  const lunch = dialog.getByRole<HTMLInputElement>('checkbox', { name: /Lunch/ });
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /Fair, with cakes/ }).checked).toBe(true);
  expect([club.checked, lunch.checked]).toEqual([false, false]);
  expect(dialog.getAllByText('It repeats: tick it to add its 397 dates')).toHaveLength(2);
  expect(dialog.getByText(/^There are more dates of ‘Club’, ‘Lunch’/)).toBeTruthy();
  await userEvent.click(club);
  await userEvent.click(lunch);
  const add = dialog.getByRole('button', { name: 'Add 795 dates' });
  expect(add).toHaveProperty('disabled', true);
  // The message is beside the button, as the list may be longer than the screen.
  const why = document.getElementById(add.getAttribute('aria-describedby') ?? '');
  expect(why?.textContent).toBe('Limit is 500 dates at once. 795 are ticked');
  expect(why?.parentElement).toBe(add.parentElement);
  await userEvent.click(lunch);
  await userEvent.click(dialog.getByRole('button', { name: 'Add 398 dates' }));
  expect(await screen.findByText('Dates: 398 added')).toBeTruthy();
  expect(JSON.stringify(sent('POST /api/v1/events/imports'))).not.toContain('Lunch');
});

it('says that it found nothing in a calendar file without dates', async () => {
  serve();
  openApp('/app/calendar');
  await userEvent.click(await screen.findByRole('button', { name: 'Import dates' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import dates' }));
  await userEvent.click(dialog.getByRole('textbox'));
  await userEvent.paste('BEGIN:VCALENDAR\nEND:VCALENDAR\n');
  expect((await dialog.findByRole('alert')).textContent).toBe('We found no dates in these words');
});

it('draws three months at a time, and earlier dates once they are opened', async () => {
  const days = ['2037-06-11', '2037-07-11', '2037-09-11', '2037-10-11'];
  const past = eventOf({ title: 'Old fair', date: '2020-06-11' });
  serve(...days.map((date) => eventOf({ title: `Day ${date}`, date })), past);
  openApp('/app/calendar');
  expect(await screen.findByRole('button', { name: 'Day 2037-09-11' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Day 2037-10-11' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show later months' }));
  expect(await screen.findByRole('button', { name: 'Day 2037-10-11' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show later months' })).toBeNull();
  expect(screen.queryByText('Old fair')).toBeNull();
  await userEvent.click(screen.getByText(/^Earlier/));
  expect(await screen.findByText('Old fair')).toBeTruthy();
});
