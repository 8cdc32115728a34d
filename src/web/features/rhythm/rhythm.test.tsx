import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { RHYTHM_MESSAGES, type RhythmResource, rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import { schoolRoutes } from '#contract/school.ts';
import { formatDayAndMonth, formatWeekday, nextWeekday } from '#newsletter/values/dates.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { weekdayOf } from './starts.ts';

const ZONE = SCHOOL.attributes.time_zone;
const TODAY = dayIn(ZONE, new Date());
/** A Wednesday at least a week ahead. */
const WEDNESDAY = nextWeekday(TODAY, 3, 7);
const ME = personOf({ role: 'admin' });
const OWNER = { id: '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c44', name: 'Ada Bell' };
const NEWS = { id: '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22', title: 'Autumn news' };
const HALF_TERM = {
  id: '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c33',
  kind: 'holiday',
  name: 'Half term',
  first_on: WEDNESDAY,
  last_on: addDays(WEDNESDAY, 2),
} as const;
type Attributes = RhythmResource['attributes'];
const NEVER_SET: Attributes = {
  rhythm: null,
  goes_on_from: null,
  term_dates: [],
  people: [{ id: ME.id, name: 'Priya Nair' }],
  owner: OWNER,
  issues: [],
  next: null,
};
const SET: Attributes = {
  ...NEVER_SET,
  rhythm: {
    ...{ is_on: true, every: 'weekly', first_on: WEDNESDAY, time: '15:00', draft_days_before: 2 },
    ...{ in_term_only: true, newsletter_id: NEWS.id, in_charge_id: ME.id },
  },
  goes_on_from: NEWS,
};
const body = (attributes: Attributes) => ({
  rhythm: { data: { id: SCHOOL.id, type: 'rhythm', attributes } },
});
const serve = (attributes: Attributes) =>
  answer(rhythmRoutes.getRhythm, { status: 200, body: body(attributes) }, { id: SCHOOL.id });
const servePublished = (data: readonly object[]) =>
  answer(newsletterRoutes.listNewsletters, {
    status: 200,
    body: { news_letter: { data }, total: data.length, total_pages: 1 },
  });
const sent = (call: string) => received.filter((each) => each.call === call).map((each) => each.body);
const open = async () => {
  openApp('/app/settings/rhythm');
  return await nextIssues();
};
const nextIssues = async () => within(await screen.findByRole('region', { name: 'Next issues' }));
const days = (next: Awaited<ReturnType<typeof nextIssues>>) =>
  next.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent);

beforeEach(() => {
  signIn(ME);
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: ME } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  const dates = { created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' };
  const shown = { body: '', layout_type: 'one_column', status: 'published', slug: 'autumn' };
  const none = { has_unpublished_changes: false, last_delivery: null, next_timing: null, is_listed: false };
  servePublished([
    { id: NEWS.id, type: 'news_letter', attributes: { title: NEWS.title, ...dates, ...shown, ...none } },
  ]);
});

describe('the rhythm', () => {
  it('asks for a published newsletter before it can begin', async () => {
    serve(NEVER_SET);
    servePublished([]);
    openApp('/app/settings/rhythm');
    await screen.findByRole('heading', { name: 'Publish a newsletter first' });
  });

  it('begins off with a suggestion, shows the next three dates as they are chosen, and saves them', async () => {
    serve(NEVER_SET);
    answer(rhythmRoutes.setRhythm, { status: 200, body: body(SET) }, { id: SCHOOL.id });
    const next = await open();
    expect(next.getByRole('status').textContent).toBe('Off: no drafts are made.');
    await userEvent.click(screen.getByRole('switch', { name: 'Make the next draft for us', checked: false }));
    expect(days(next)).toHaveLength(3);
    expect(days(next).every((day) => day?.startsWith('Friday'))).toBe(true);
    await userEvent.selectOptions(screen.getByLabelText('On'), 'Wednesday');
    expect(days(next).every((day) => day?.startsWith('Wednesday'))).toBe(true);
    await userEvent.selectOptions(screen.getByLabelText('How often'), 'Every two weeks');
    await userEvent.selectOptions(screen.getByLabelText('In the weeks of'), formatWeekday(WEDNESDAY));
    const weeks = [0, 14, 28].map((more) => formatWeekday(addDays(WEDNESDAY, more)));
    expect(days(next)).toEqual(weeks);
    await userEvent.selectOptions(screen.getByLabelText('Draft made'), '2 days before, on Monday');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(RHYTHM_MESSAGES.saved);
    const rhythm = { ...SET.rhythm, every: 'fortnightly' };
    expect(sent(`PUT /api/v1/schools/${SCHOOL.id}/rhythm`)).toEqual([{ rhythm }]);
  });

  it('leaves out holidays, says when it is off, and when no days are left', async () => {
    serve({ ...SET, term_dates: [HALF_TERM] });
    const next = await open();
    expect(days(next)[0]).toBe(formatWeekday(addDays(WEDNESDAY, 7)));
    await userEvent.click(screen.getByRole('checkbox', { name: 'In term only' }));
    expect(days(next)[0]).toBe(formatWeekday(WEDNESDAY));
    await userEvent.click(screen.getByRole('switch', { name: 'Make the next draft for us' }));
    expect(next.getByRole('status').textContent).toBe('Off: no drafts are made.');
  });

  it('says whose draft is made already, by the week, and who is told, each person once', async () => {
    const draft = { id: NEWS.id, title: 'Autumn news, week 6', is_published: false };
    const made = { is_made: true, newsletter: draft, trouble: null };
    serve({
      ...SET,
      people: [...SET.people, { id: OWNER.id, name: OWNER.name }],
      issues: [{ day: WEDNESDAY, ...made }],
    });
    const next = await open();
    await userEvent.selectOptions(screen.getByLabelText('On'), 'Thursday');
    const item = next
      .getAllByRole('listitem')
      .find(({ textContent }) => textContent?.startsWith(formatWeekday(addDays(WEDNESDAY, 1))));
    expect(item?.textContent).toContain('Draft is made');
    expect(screen.getByText(/and so do Ada Bell and everybody/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('In charge'), OWNER.name);
    expect(screen.getByText(/and so does everybody who writes a part of it$/)).toBeTruthy();
  });

  it('says that a draft which was due is made, once it is', async () => {
    const issue = { day: WEDNESDAY, at: `${WEDNESDAY}T15:00:00.000Z`, draft_at: `${TODAY}T00:00:00.000Z` };
    const due = { ...issue, is_made: false, newsletter: null, trouble: null };
    serve({ ...SET, next: due, issues: [] });
    const next = await open();
    expect(next.queryByText('Draft is made')).toBeNull();
    const made = { ...due, is_made: true, newsletter: { ...NEWS, is_published: false } };
    serve({ ...SET, next: made, issues: [made] });
    expect(await next.findByText('Draft is made')).toBeTruthy();
  });

  it('says before it is saved that a draft is made at once and people are told', async () => {
    const tomorrow = addDays(TODAY, 1);
    serve({ ...SET, rhythm: SET.rhythm && { ...SET.rhythm, is_on: false, draft_days_before: 6 } });
    const next = await open();
    await userEvent.selectOptions(screen.getByLabelText('On'), String(weekdayOf(tomorrow)));
    await userEvent.click(screen.getByRole('switch', { name: 'Make the next draft for us' }));
    expect(next.getAllByRole('listitem')[0]?.textContent).toBe(
      `${formatWeekday(tomorrow)}Draft is made when you save, and people are notified`,
    );
  });

  it('says that the issue is out whose day the title of the last one says', async () => {
    serve({ ...SET, goes_on_from: { ...NEWS, title: `News ${formatDayAndMonth(WEDNESDAY)}` } });
    servePublished([]);
    const next = await open();
    const [first, second] = next.getAllByRole('listitem');
    expect(first?.textContent).toBe(`${formatWeekday(WEDNESDAY)}Out already`);
    expect(second?.textContent).toContain('Draft on');
  });

  it('says what keeps the draft from being made, with the way to the plans, and who has left', async () => {
    const at = `${WEDNESDAY}T15:00:00.000Z`;
    const issue = { day: WEDNESDAY, at, draft_at: at, is_made: false, newsletter: null };
    const gone = { ...issue, day: TODAY, is_made: true, trouble: null };
    serve({
      ...SET,
      rhythm: SET.rhythm && { ...SET.rhythm, in_charge_id: null },
      next: { ...issue, trouble: 'plan_ended' },
      issues: [{ ...issue, trouble: 'plan_ended' }, gone],
    });
    const next = await open();
    expect(next.getByText(/No draft can be made\. Your school’s plan has ended/)).toBeTruthy();
    expect(next.getByRole('link', { name: 'See the plans' })).toBeTruthy();
    expect(screen.getByText(/^Who was in charge has left\./)).toBeTruthy();
    const last = within(screen.getByRole('region', { name: 'Last drafts' }));
    expect(last.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `${formatWeekday(WEDNESDAY)}Not made. Your school’s plan has ended by then`,
      `${formatWeekday(TODAY)}Made, and deleted since`,
    ]);
  });

  it('shows what the server refuses at its field, and that nothing could be loaded', async () => {
    answer(rhythmRoutes.getRhythm, { status: 503, body: { error_message: 'Away' } }, { id: SCHOOL.id });
    openApp('/app/settings/rhythm');
    await screen.findByText('We could not load the rhythm');
    serve(SET);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const message = RHYTHM_MESSAGES.newsletter;
    const errors = { newsletter_id: [message] };
    const refused = { status: 400, body: { error_message: message, errors } };
    answer(rhythmRoutes.setRhythm, refused, { id: SCHOOL.id });
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText(message);
  });
});

describe('term dates', () => {
  it('are added, and removed with Undo', async () => {
    serve({ ...SET, term_dates: [HALF_TERM] });
    answer(rhythmRoutes.addTermDates, { status: 201, body: { term_dates: HALF_TERM } });
    answer(rhythmRoutes.removeTermDates, { status: 204 }, { id: HALF_TERM.id });
    await open();
    const form = within(screen.getByRole('form', { name: 'Add a term or holiday' }));
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    await form.findByText(RHYTHM_MESSAGES.termName);
    await userEvent.type(form.getByLabelText('Name'), 'Spring term');
    await userEvent.selectOptions(form.getByLabelText('What'), 'Term');
    await userEvent.type(form.getByLabelText('First day'), '2027-01-04');
    await userEvent.type(form.getByLabelText('Last day'), '2027-01-01');
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    await form.findByText(RHYTHM_MESSAGES.termOrder);
    await userEvent.clear(form.getByLabelText('Last day'));
    await userEvent.type(form.getByLabelText('Last day'), '2027-04-01');
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    const spring = { kind: 'term', name: 'Spring term', first_on: '2027-01-04', last_on: '2027-04-01' };
    await expect.poll(() => sent('POST /api/v1/term_dates')).toEqual([{ term_dates: spring }]);
    await expect.poll(() => document.activeElement).toBe(form.getByLabelText('What'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove Half term' }));
    await screen.findByText('‘Half term’ removed');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const { id: _, ...again } = HALF_TERM;
    await expect.poll(() => sent('POST /api/v1/term_dates')[1]).toEqual({ term_dates: again });
  });
});
