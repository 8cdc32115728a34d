import { expect, it } from 'vitest';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { readCalendar } from './read-calendar.ts';
import { doubtOf, readLines } from './read-dates.ts';

const read = (text: string) =>
  readLines(text, 'en', '2026-09-01').dates.map(({ event: { title, date, last_day, time }, doubt }) => [
    [date, last_day, time, title].filter(Boolean).join(' '),
    doubt,
  ]);

it('reads dates from words, and doubts a weekday that is not that of its day', () => {
  expect(
    read('Half term: Monday 26 October to Friday 30 October\nSpring term ends Thursday 26 March\nDear all,'),
  ).toEqual([
    ['2026-10-26 2026-10-30 Half term', null],
    ['2027-03-26 Spring term ends', 'It is a Friday'],
  ]);
});

it('doubts what would begin in the night, and says which lines with a day it could not read', () => {
  const lines = [
    'Summer fair Saturday 3 July, 2.00 to 4.30',
    'End of term 21 July 1.30',
    'Swimming 7 January at 9.15',
  ];
  expect(read(lines.join('\n')).map(([, doubt]) => doubt)).toEqual([
    'It begins at 02:00, in the night',
    'It begins at 01:30, in the night',
    null,
  ]);
  const more = [
    'Dear all,',
    '12 children sang',
    'Friday 31st September',
    'Sports day 31/9',
    'Half term 26 October',
    'Hanner tymor: 26 Hydref 2026',
  ];
  expect(readLines(more.join('\n'), 'en', '2026-09-01').unreadLines).toEqual([
    'Friday 31st September',
    'Sports day 31/9',
    'Hanner tymor: 26 Hydref 2026',
  ]);
});

it('reads the rows of a spreadsheet, whatever separates them', () => {
  const rows = [
    ['What', 'From', 'To'],
    ['Half term', '26/10/2026', '30/10/2026'],
    ['Fair', '12/06/2027', ''],
  ];
  const expected = [
    ['2026-10-26 2026-10-30 Half term', null],
    ['2027-06-12 Fair', null],
  ];
  for (const separator of [',', ';', '\t'])
    expect(read(rows.map((cells) => cells.join(separator)).join('\r\n'))).toEqual(expected);
  expect(read('"Fair, with stalls",12/06/2027')).toEqual([['2027-06-12 Fair', null]]);
  // Start and end in separate cells.
  for (const line of [
    'Friday 12 March 2027,Fair,10:00,12:30,Hall',
    '12/03/2027;Fair;10:00 am;12:30 pm;Hall',
    'Fair\t12/03/2027\t10:00:00\t12:30:00\tHall',
  ])
    expect(readLines(line, 'en', '2026-09-01').dates).toMatchObject([
      { event: { title: 'Fair', description: '', time: '10:00', end: '12:30', place: 'Hall' }, doubt: null },
    ]);
  // A sentence is not read as a row.
  expect(readLines('Di., 12.1.27, 19:30 Uhr Elternabend', 'de', '2026-09-01').dates).toMatchObject([
    { event: { title: 'Elternabend', date: '2027-01-12', time: '19:30' }, doubt: null },
  ]);
  // A range, or several days, in one cell or in several.
  expect(read('Half term,26/10/2026 – 30/10/2026')).toEqual([['2026-10-26 2026-10-30 Half term', null]]);
  expect(read('Half term;26-30 October 2026')).toEqual([['2026-10-26 2026-10-30 Half term', null]]);
  const inset = ['2026-10-05 INSET', '2027-01-04 INSET', '2027-06-07 INSET'].map((date) => [date, null]);
  expect(read('INSET,05/10/2026,04/01/2027,07/06/2027')).toEqual(inset);
  expect(read('INSET,"5 October, 4 January and 7 June"')).toEqual(inset);
});

const FILE = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:x
BEGIN:VEVENT
UID:one@x
SUMMARY:Half term
DTSTART;VALUE=DATE:20261026
DTEND;VALUE=DATE:20261031
END:VEVENT
BEGIN:VEVENT
UID:two@x
SUMMARY:Evening
LOCATION:Hall
DTSTART:20270611T180000Z
DTEND:20270611T190000Z
STATUS:CANCELLED
END:VEVENT
BEGIN:VEVENT
UID:three@x
SUMMARY:Club
DTSTART:20261102T153000
DTEND:20261102T163000
RRULE:FREQ=WEEKLY
END:VEVENT
END:VCALENDAR
`;

it('reads a calendar file in the school’s zone', () => {
  const dates = readCalendar(FILE, 'Europe/London', '2026-11-29').dates;
  expect(dates).toMatchObject([
    {
      event: {
        title: 'Half term',
        date: '2026-10-26',
        last_day: '2026-10-30',
        time: null,
        import_uid: 'one@x',
      },
      doubt: null,
    },
    {
      event: { date: '2027-06-11', time: '19:00', end: '20:00', place: 'Hall', is_cancelled: true },
      doubt: null,
    },
    ...Array.from({ length: 57 }, (_, week) => ({
      event: { date: addDays('2026-11-30', 7 * week), time: '15:30', end: '16:30' },
      doubt: 'It repeats: tick it to add its 57 dates',
    })),
  ]);
});

it('doubts what is cancelled in the other calendar, unless it is here', () => {
  const evening = readCalendar(FILE, 'Europe/London', '2026-11-29').dates[1];
  if (evening === undefined) throw new Error('No evening');
  expect(doubtOf(evening, 'new')).toBe('It is cancelled');
  expect(doubtOf(evening, 'changed')).toBeNull();
});

it('names lines of what repeats, and doubts the one day that such a line has', () => {
  const text = [
    'Dates for your diary',
    'First Friday of each month: coffee morning',
    'Every Monday: swimming',
    'Each Tuesday from 12 January: chess',
    'Mondays 11 and 18 January: open mornings',
    'First Friday: 8 January, assembly',
  ].join('\n');
  const { dates, unreadLines } = readLines(text, 'en', '2026-11-29');
  expect(unreadLines).toEqual(['First Friday of each month: coffee morning', 'Every Monday: swimming']);
  expect(dates.map(({ event, doubt }) => [event.date, doubt])).toEqual([
    ['2027-01-12', 'It repeats: only this day was read'],
    ['2027-01-11', null],
    ['2027-01-18', null],
    ['2027-01-08', null],
  ]);
});

it('takes no mark before a title for the title', () => {
  const text = [
    'W/c 25 January: Anti-bullying week',
    'CANCELLED: Disco Fri 29th January',
    'POSTPONED: Quiz 30 January',
    'Thursday 11th February (new date): Class photos',
    'Sports photos (new date) 12 February',
    'Every Thursday until 11 February: Choir 3.30pm',
    '29/2/27 Leap day party',
  ].join('\n');
  const { dates, unreadLines } = readLines(text, 'en', '2026-11-29');
  expect(dates.map(({ event, doubt }) => [event.title, event.is_cancelled, doubt])).toEqual([
    ['Anti-bullying week', false, null],
    ['Disco', true, null],
    ['Quiz', false, 'It is postponed'],
    ['Class photos', false, null],
    ['Sports photos', false, null],
    [expect.any(String), false, 'It repeats: only this day was read'],
  ]);
  expect(unreadLines).toEqual(['29/2/27 Leap day party']);
});

it.each([
  [
    'cy',
    'Wythnos yn dechrau 25 Ionawr: Eira',
    'WEDI’I GANSLO: Disgo 29 Ionawr',
    'Lluniau (dyddiad newydd) 11 Chwefror',
  ],
  ['gd', 'Seachdain bho 25 Faoilleach: Eira', 'Air a chur dheth: Disgo 29 Faoilleach', 'Dealbhan 11 Gearran'],
  ['ga', 'Seachtain dar tosach 25 Eanáir: Eira', 'CURTHA AR CEAL: Disgo 29 Eanáir', 'Lluniau 11 Feabhra'],
  ['de', 'Woche ab 25. Januar: Eira', 'ABGESAGT: Disgo 29. Januar', 'Neuer Termin 11. Februar: Fotos'],
  ['es', 'Semana del 25 de enero: Eira', 'CANCELADO: Disgo 29 de enero', 'Nueva fecha 11 de febrero: Fotos'],
  ['fr', 'Semaine du 25 janvier : Eira', 'ANNULÉ : Disgo 29 janvier', 'Nouvelle date 11 février : Photos'],
  ['it', 'Settimana dal 25 gennaio: Eira', 'ANNULLATO: Disgo 29 gennaio', 'Nuova data 11 febbraio: Foto'],
  ['nl', 'Week van 25 januari: Eira', 'AFGELAST: Disgo 29 januari', 'Nieuwe datum 11 februari: Fotos'],
  ['pl', 'Tydzień od 25 stycznia: Eira', 'ODWOŁANE: Disgo 29 stycznia', 'Nowy termin 11 lutego: Fotos'],
  [
    'pt',
    'Semana de 25 de janeiro: Eira',
    'CANCELADO: Disgo 29 de janeiro',
    'Nova data 11 de fevereiro: Fotos',
  ],
  ['ar', 'أسبوع 25 يناير: Eira', 'ملغى: Disgo 29 يناير', 'موعد جديد 11 فبراير: صور'],
])('takes no mark in the school’s language for the title: %s', (language, week, off, moved) => {
  const read = (line: string) =>
    readLines(line, language, '2026-11-29').dates.map(({ event }) => [
      event.title,
      event.date,
      event.is_cancelled,
    ]);
  expect(read(week)).toEqual([['Eira', '2027-01-25', false]]);
  expect(read(off)).toEqual([['Disgo', '2027-01-29', true]]);
  expect(read(moved)).toEqual([[expect.stringMatching(/^(?:\p{L}+)$/u), '2027-02-11', false]]);
  // A list copied from another website.
  expect(read('CANCELLED: Disgo 29/1/2027')).toEqual([['Disgo', '2027-01-29', true]]);
});

it.each([
  ['de', 'VERSCHOBEN: Disko 29. Januar'],
  ['fr', 'Reporté : Disco 29 janvier'],
  ['ar', 'مؤجل: Disco 29 يناير'],
])('doubts a date that its line calls postponed: %s', (language, line) => {
  expect(readLines(line, language, '2026-11-29').dates).toMatchObject([{ doubt: 'It is postponed' }]);
});
