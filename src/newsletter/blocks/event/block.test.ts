import { expect, it } from 'vitest';
import { DESIGN_IDS } from '#newsletter/designs/index.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { daysWithTimes } from '#newsletter/events/each-day.ts';
import { timesOf } from '#newsletter/events/when.ts';
import { textOfNewsletter } from '#newsletter/render/compile-text.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import {
  canvasOf,
  find,
  findAll,
  mailOf,
  PAGE_URL,
  pageOf,
  stored,
  wordsOf,
} from '#test/newsletter-rendering.ts';
import { OAKFIELD, ORIGIN } from '#test/newsletter-samples.ts';
import { event } from './block.ts';
import { unfinishedFields } from './row.ts';

const row = { id: 'r1', title: 'Open morning', description: 'Tours.', date: '2026-10-03' };

const shown = (rows: readonly object[], rest: object = {}) =>
  wordsOf(pageOf([stored('event', { rows, ...rest })], { calendar: false }));

it('shows weekday, day, month, times, place and description', () => {
  const full = { ...row, time: '09:15', end: '11:30', place: 'School hall' };
  expect(shown([full])).toContain('Sat 3 Oct Open morning 09:15 to 11:30 · School hall Tours.');
  expect(shown([{ ...row, time: '09:15' }])).toContain('Sat 3 Oct Open morning 09:15 Tours.');
  expect(shown([{ ...row, place: 'School hall' }])).toContain('Open morning School hall Tours.');
  expect(shown([row])).toContain('Sat 3 Oct Open morning Tours.');
});

it('shows the year only if it is not that of the issue', () => {
  expect(shown([{ ...row, date: '2027-01-11' }])).toContain('Mon 11 Jan 2027 Open morning');
  expect(shown([row])).not.toContain('2026 Open');
});

it('shows the first and the last of several days', () => {
  const trip = { ...row, date: '2026-12-30', last_day: '2027-01-02' };
  expect(shown([trip])).toContain('Open morning Wed 30 Dec to Sat 2 Jan 2027 Tours.');
  expect(shown([{ ...trip, time: '09:00', end: '15:00' }])).toContain(
    'Wed 30 Dec, 09:00 to Sat 2 Jan 2027, 15:00',
  );
});

it('shows no end that comes before its beginning, as while it is typed', () => {
  const context = { school: { language: 'en' }, year: '2026', words: { fromTo: '{start} to {end}' } };
  const times = (values: object) => timesOf({ date: '2026-10-03', ...values }, context);
  expect(times({ last_day: '2026-10-02' })).toBe('');
  expect(times({ last_day: '2026-10-03', time: '09:15' })).toBe('09:15');
  expect(times({ time: '09:15', end: '09:00' })).toBe('09:15');
  expect(times({ last_day: '2026-10-04', time: '09:15', end: '09:00' })).toBe(
    'Sat 3 Oct, 09:15 to Sun 4 Oct, 09:00',
  );
});

it('ends past midnight on the next day, if it began at most twelve hours before', () => {
  const night = { ...row, time: '22:00', end: '01:00' };
  expect(event.schema.safeParse({ rows: [night] }).success).toBe(true);
  expect(shown([night])).toContain('Open morning 22:00 to 01:00 Tours.');
  expect(event.traits.rows?.dates?.list({ rows: [night] })[0]?.lastDay).toBe('2026-10-04');
  const google = attributesOf(find(pageOf([stored('event', { rows: [night] })]), 'a[href*="google"]'));
  expect(google.get('href')).toContain('dates=20261003T220000%2F20261004T010000');
  const slip = { ...row, time: '10:00', end: '09:00' };
  expect(event.schema.safeParse({ rows: [slip] }).error?.issues[0]?.path).toEqual(['rows', 0, 'end']);
});

it('crosses out cancelled dates, and says so', () => {
  const html = pageOf([stored('event', { rows: [{ ...row, state: 'cancelled' }] })], { calendar: false });
  expect(wordsOf(html)).toContain('Cancelled: Open morning');
  expect(find(html, 's').textContent).toBe('Open morning');
});

it('sorts by date and time, unless the author has sorted', () => {
  const rows = [
    { ...row, id: '1', title: 'Late', time: '15:00' },
    { ...row, id: '2', title: 'Early', time: '09:00' },
    { ...row, id: '3', title: 'All day' },
    { ...row, id: '4', title: 'Before', date: '2026-09-30' },
  ];
  const titles = (words: string) => words.match(/Late|Early|All day|Before/g);
  expect(titles(shown(rows, { order: 'date' }))).toEqual(['Before', 'All day', 'Early', 'Late']);
  expect(titles(shown(rows))).toEqual(['Late', 'Early', 'All day', 'Before']);
});

it('names days and months in the language of the school', () => {
  const html = pageOf([stored('event', { rows: [row] })], { school: { ...OAKFIELD, language: 'cy' } });
  expect(wordsOf(html)).toContain('Sad 3 Hyd');
});

it('shows a calendar link only if a calendar file exists', () => {
  const block = stored('event', { rows: [row] }, 'dates');
  expect(attributesOf(find(pageOf([block]), 'a[href$=".ics"]')).get('href')).toBe(`${PAGE_URL}/dates/r1.ics`);
  expect(findAll(pageOf([block], { calendar: false }), 'a[href$=".ics"]')).toEqual([]);
});

it('offers no calendar for cancelled dates', () => {
  const rows = [row, { ...row, id: 'r2', title: 'Trip', state: 'cancelled' }];
  const blocks = [stored('event', { rows }, 'dates')];
  for (const html of [pageOf(blocks), mailOf(blocks)]) {
    const links = findAll(html, '.ink-calendar a').map((link) => attributesOf(link).get('aria-label'));
    expect(links).toEqual([
      'Apple, Outlook, Add to calendar, Open morning',
      'Google, Add to calendar, Open morning',
    ]);
  }
  const text = textOfNewsletter({
    title: 'T',
    today: '2026-09-20',
    document: fromCode('one_column', blocks),
    school: OAKFIELD,
    target: 'mail',
    origin: ORIGIN,
    calendarUrl: ({ row }) => `${PAGE_URL}/${row}.ics`,
  });
  expect(text.match(/Add to calendar: .*/g)).toEqual([`Add to calendar: ${PAGE_URL}/r1.ics`]);
});

it('offers no calendar for dates that are over when it is drawn', () => {
  const rows = [
    { ...row, id: 'r0', title: 'Over', date: '2026-09-19' },
    { ...row, id: 'r1', title: 'Days', date: '2026-09-18', last_day: '2026-09-20' },
    { ...row, id: 'r2', title: 'Today', date: '2026-09-20' },
    { ...row, id: 'r3', title: 'Night', date: '2026-09-19', time: '20:00', end: '02:00' },
  ];
  const blocks = [stored('event', { rows }, 'dates')];
  for (const html of [pageOf(blocks), mailOf(blocks)]) {
    const links = findAll(html, 'a[href$=".ics"]').map((link) => attributesOf(link).get('href'));
    expect(links).toEqual(['r1', 'r2', 'r3'].map((id) => `${PAGE_URL}/dates/${id}.ics`));
    expect(wordsOf(html)).toContain('Over');
  }
});

it('keeps the dot between two calendars at the second one', () => {
  const html = pageOf([stored('event', { rows: [row] }, 'dates')]);
  expect(find(html, '.ink-calendar').textContent).toBe('Add to calendar: Apple, Outlook\u00a0· Google');
});

it('shows an event without a date on the canvas', () => {
  const unfinished = { rows: [{ id: 'r1', title: '', description: '', date: '' }] };
  expect(wordsOf(canvasOf({ name: 'a', type: 'event', value: unfinished }))).toBe('– – Event');
});

it('keeps a description’s line breaks and removes other invisible characters', () => {
  const description = ' Bring: \r\n- coat\t\u0007\n\n- lunch\n';
  const kept = event.schema.parse({ rows: [{ ...row, description }] });
  expect(kept.rows[0]?.description).toBe('Bring:\n- coat\n\n- lunch');
  for (const html of [pageOf([stored('event', kept)]), mailOf([stored('event', kept)])])
    expect(html).toContain('Bring:<br />- coat<br /><br />- lunch');
  const document = fromCode('one_column', [stored('event', kept)]);
  const mail = {
    title: 'T',
    today: '2026-09-20',
    document,
    school: OAKFIELD,
    target: 'mail',
    origin: ORIGIN,
  } as const;
  expect(textOfNewsletter(mail)).toContain('Bring:\n- coat\n\n- lunch');
});

it('has weekday, date, times, place and calendar link in the text part', () => {
  const rows = [
    { ...row, time: '09:15', end: '11:30', place: 'School hall' },
    { ...row, id: 'r2', title: 'Trip', date: '2026-12-30', last_day: '2027-01-02' },
  ];
  const textOf = (rest: object) =>
    textOfNewsletter({
      title: 'T',
      today: '2026-09-20',
      document: fromCode('one_column', [stored('event', { rows }, 'dates')]),
      school: OAKFIELD,
      target: 'mail',
      origin: ORIGIN,
      ...rest,
    });
  const calendarUrl = ({ block, row }: { block: string; row: string }) => `${PAGE_URL}/${block}/${row}.ics`;
  expect(textOf({ calendarUrl })).toContain(
    `Saturday, 3 October 2026, 09:15 to 11:30, School hall: Open morning\nTours.\nAdd to calendar: ${PAGE_URL}/dates/r1.ics\n\nWednesday, 30 December 2026 to Saturday, 2 January 2027: Trip\nTours.\nAdd to calendar: ${PAGE_URL}/dates/r2.ics`,
  );
  expect(textOf({})).not.toContain('Add to calendar');
});

it('names the fields that an event still lacks', () => {
  expect([...unfinishedFields(row).values()]).toEqual([]);
  expect([...unfinishedFields({ ...row, description: ' ', date: '' }).values()]).toEqual([
    'date',
    'description',
  ]);
  expect([...unfinishedFields({ ...row, end: '10:00' }).values()]).toEqual(['starts']);
  // Also while another field is missing.
  const late = { id: 'a', title: 'Fair', description: '', date: '', time: '11:00', end: '10:00' };
  expect([...unfinishedFields(late).values()]).toEqual(['date', 'ends', 'description']);
});

it.each([
  ['he', 'ltr', '10:00 to 11:30'],
  ['ar', 'rtl', 'من 10:00 إلى 11:30'],
])(
  'isolates its times, and keeps the date apart from the words in both directions: %s',
  (language, dir, times) => {
    const rows = [{ ...row, time: '10:00', end: '11:30' }];
    const school = { ...OAKFIELD, language };
    for (const render of [pageOf, mailOf]) {
      const shown = mirrorIfRightToLeft(render([stored('event', { rows })], { school }), language);
      expect(find(shown, `strong span[dir="${dir}"]`).textContent).toBe(times);
      expect(shown).toContain('padding:0 0 0 6px');
      expect(render([stored('event', { rows })])).toContain('padding:0 6px 0 0');
    }
  },
);

it('writes telephone numbers from left to right in words that are not', () => {
  const rows = [{ ...row, description: 'هاتف: (01632) 960148!' }];
  for (const render of [pageOf, mailOf]) {
    const shown = render([stored('event', { rows })], { school: { ...OAKFIELD, language: 'ar' } });
    expect(findAll(mirrorIfRightToLeft(shown, 'ar'), 'span[dir="ltr"]').map(wordsIn)).toContain(
      '(01632) 960148',
    );
  }
});

it('is a list, whose titles are headings and whose dates are heard whole', () => {
  const rows = [row, { ...row, id: 'b', title: 'أمسية', time: '10:00', place: 'القاعة' }];
  for (const design of DESIGN_IDS)
    for (const render of [pageOf, mailOf]) {
      const shown = render([stored('event', { rows })], { school: { ...OAKFIELD, design } });
      const items = findAll(shown, 'table[role="list"] [role="listitem"]');
      expect(items).toHaveLength(2);
      expect(findAll(shown, '[role="heading"][aria-level="2"]').map(wordsIn)).toEqual([row.title, 'أمسية']);
      expect(attributesOf(find(shown, '[role="img"]')).get('aria-label')).toBe('Saturday, 3 October 2026');
      // The facts of a date are aligned with its title.
      expect(find(shown, 'div[dir="rtl"]').textContent).toBe('أمسية10:00 · القاعة');
    }
});

const wordsIn = ({ textContent }: { readonly textContent: string | null }) => textContent;

it('writes day and month in the order of the language', () => {
  const school = { ...OAKFIELD, language: 'zh', design: 'broadsheet' };
  expect(wordsOf(pageOf([stored('event', { rows: [row] })], { school }))).toContain('周六 10月3日');
});

it.each([
  [{ last_day: '2026-10-04', time: '15:30', end: '19:00' }, ['2026-10-03', '2026-10-04']],
  [{ last_day: '2026-10-04', time: '19:00', end: '01:00' }, ['2026-10-03', '2026-10-04']],
  [{ last_day: '2026-10-04', time: '15:30', end: '09:00' }, []],
  [{ last_day: '2026-12-04', time: '15:30', end: '19:00' }, []],
  [{ last_day: '2026-10-04', time: '15:30' }, []],
  [{ time: '15:30', end: '19:00' }, []],
])('of %o the times may be meant for each of %o', (times, days) => {
  expect(daysWithTimes({ ...row, ...times })).toEqual(days);
});
