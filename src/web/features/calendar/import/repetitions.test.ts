import { expect, it } from 'vitest';
import { readCalendar } from './read-calendar.ts';

const TODAY = '2026-11-29';
const NEW_YORK = 'TZID=America/New_York';

function read(events: readonly string[], timeZone = 'Europe/London') {
  const text = events.map((lines) => `BEGIN:VEVENT\n${lines}\nEND:VEVENT\n`).join('');
  const { dates, unreadLines, goesOn } = readCalendar(
    `BEGIN:VCALENDAR\n${text}END:VCALENDAR\n`,
    timeZone,
    TODAY,
  );
  const lines = dates.map(({ event: { date, last_day, time, end, title, import_uid }, doubt, series }) => ({
    summary: [date, last_day, time, end, title].filter(Boolean).join(' '),
    doubt,
    series,
    uid: import_uid,
  }));
  return { lines, summaries: lines.map(({ summary }) => summary), unreadLines, goesOn };
}

it.each<readonly [string, string, readonly string[]]>([
  [
    'a day of each month, until a day',
    'DTSTART;VALUE=DATE:20260904\nRRULE:FREQ=MONTHLY;BYDAY=1FR;UNTIL=20270305',
    ['2026-12-04 A', '2027-01-01 A', '2027-02-05 A', '2027-03-05 A'],
  ],
  [
    'several days each year',
    'DTSTART;VALUE=DATE:20200210\nDTEND;VALUE=DATE:20200213\nRRULE:FREQ=YEARLY',
    ['2027-02-10 2027-02-12 A'],
  ],
  [
    'so many times, counted from the first',
    'DTSTART:20261123T090000\nDURATION:PT30M\nRRULE:FREQ=WEEKLY;COUNT=3',
    ['2026-11-30 09:00 09:30 A', '2026-12-07 09:00 09:30 A'],
  ],
  [
    'until a moment in Universal Time, which is the last of them',
    `DTSTART;${NEW_YORK}:20261201T190000\nRRULE:FREQ=WEEKLY;UNTIL=20261209T000000Z`,
    ['2026-12-02 00:00 A', '2026-12-09 00:00 A'],
  ],
  [
    'at the hour of their own zone, in summer too',
    `DTSTART;${NEW_YORK}:20270310T090000\nRRULE:FREQ=WEEKLY;COUNT=3`,
    ['2027-03-10 14:00 A', '2027-03-17 13:00 A', '2027-03-24 13:00 A'],
  ],
  [
    'but for those left out, in one line or several',
    'DTSTART:20261201T090000\nRRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20261201T090000,20261208T090000\nEXDATE;VALUE=DATE:20261222',
    ['2026-12-15 09:00 A', '2026-12-29 09:00 A'],
  ],
  [
    'on days that are listed',
    'DTSTART;VALUE=DATE:20261201\nRDATE;VALUE=DATE:20270105,20270202',
    ['2026-12-01 A', '2027-01-05 A', '2027-02-02 A'],
  ],
])('takes each date of what repeats: %s', (_, lines, wanted) => {
  const { summaries, unreadLines, ...more } = read([`UID:a\nSUMMARY:A\n${lines}`]);
  expect(summaries).toEqual(wanted);
  expect(more.lines.map(({ doubt }) => doubt)).toEqual(wanted.map(() => null));
  expect(unreadLines).toEqual([]);
});

it('knows each date again, a moved one too, and asks once about a long series', () => {
  const club = 'UID:club\nSUMMARY:Club\nDTSTART:20261201T153000\nRRULE:FREQ=WEEKLY';
  const moved = 'UID:club\nSUMMARY:Club (late)\nDTSTART:20261208T160000\nRECURRENCE-ID:20261208T153000';
  const { lines, goesOn } = read([club, moved]);
  expect(lines).toHaveLength(57);
  expect(new Set(lines.map(({ uid }) => uid)).size).toBe(57);
  expect(lines.find(({ summary }) => summary.includes('late'))?.uid).toBe('club 20261208T153000');
  expect(lines[0]?.uid).toBe('club 20261201T153000');
  expect(new Set(lines.map(({ doubt, series }) => `${series} ${doubt}`))).toEqual(
    new Set(['0 It repeats: tick it to add its 56 dates']),
  );
  expect(goesOn).toEqual(['Club']);
});

it('takes the first of what is over, begins later, or has a rule that cannot be read', () => {
  const first = ['It repeats: only the first day is taken'];
  for (const lines of [
    'DTSTART;VALUE=DATE:20200901\nRRULE:FREQ=WEEKLY;COUNT=4',
    'DTSTART;VALUE=DATE:20290901\nRRULE:FREQ=WEEKLY',
    'DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=SOMETIMES',
    'DTSTART:20000101T000000\nRRULE:FREQ=SECONDLY',
  ])
    expect(read([`SUMMARY:A\n${lines}`]).lines.map(({ doubt }) => doubt)).toEqual(first);
});

it('keeps each date of a private series private', () => {
  const { lines } = read(['SUMMARY:A\nCLASS:PRIVATE\nDTSTART:20261201T090000\nRRULE:FREQ=WEEKLY;COUNT=2']);
  expect(lines.map(({ doubt }) => doubt)).toEqual(['It is private there', 'It is private there']);
});
