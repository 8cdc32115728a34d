import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { listedDates, sentences } from './import-lines.tsx';
import { readBytes } from './read-file.ts';

/** Files of other programs, each with the right result. */

const FOLDER = `${import.meta.dirname}/cases/`;
const READING = { language: 'en', today: '2026-11-29', timeZone: 'Europe/London' };

async function read(name: string, language = 'en') {
  const {
    dates,
    unreadLines,
    goesOn = [],
  } = await readBytes(await readFile(FOLDER + name), { ...READING, language });
  const lines = dates.map(({ event, doubt }) => {
    const { date, last_day, time, end, title, place, description } = event;
    const when = [date, last_day && `– ${last_day}`, time, end && `– ${end}`].filter(Boolean).join(' ');
    const more = [place && `@ ${place}`, description, doubt && `[${doubt}]`].filter(Boolean);
    return [when, title, ...more].join(' | ');
  });
  return [
    ...lines,
    ...(unreadLines.length === 0 ? [] : [`left: ${unreadLines.join(', ')}`]),
    ...(goesOn.length === 0 ? [] : [`goes on: ${goesOn.join(', ')}`]),
  ];
}

const PRIVATE = '[It is private there]';
const FROM_SIMS = [
  '2027-01-04 | Spring term starts',
  '2027-02-15 – 2027-02-19 | Half term holiday',
  '2027-03-29 | Bank holiday',
  '2027-05-03 | No UID bank holiday',
  '2027-03-01 09:00 – 12:00 | Floating',
  '2027-03-02 09:00 | No end',
  '2027-09-01 | Yearly inset day',
  'goes on: Yearly inset day',
];
const COUNCIL = [
  '2026-09-01 | Term starts',
  '2026-10-26 – 2026-10-30 | Half term',
  '2026-12-18 | Term ends',
  '2027-01-04 | Term starts',
  '2027-02-15 – 2027-02-19 | Half term',
  '2027-03-25 | Term ends',
];
const GOOGLE = [
  '2027-06-12 12:00 – 15:00 | Fair | @ Hall, Mill Lane | Come to the fair\nBring cakes (https://example.org)',
  '2027-02-15 – 2027-02-19 | Half term',
  // Without 12 January, which is moved, and 16 February, which is left out.
  ...['01-05', '01-19', '01-26', '02-02', '02-09', '02-23', '03-02', '03-09', '03-16', '03-23', '03-30'].map(
    (day) => `2027-${day} 15:30 – 16:30 | Chess club`,
  ),
  '2027-01-12 16:00 – 17:00 | Chess club (late)',
];

it.each<readonly [string, readonly string[]]>([
  ['broken_line.ics', FROM_SIMS],
  ['latin1.ics', FROM_SIMS.with(1, '2027-02-15 – 2027-02-19 | Gwyl café')],
  ['two_calendars.ics', [...FROM_SIMS.slice(0, -1), ...GOOGLE, 'goes on: Yearly inset day']],
  ['google.ics', GOOGLE],
  ['ics-two-calendars.ics', ['2027-01-04 | First', '2027-01-05 | Second']],
  ['ics-allday-date.ics', ['2026-12-22 – 2027-01-05 | Inset']],
  ['ics-allday-google-no-dtend.ics', ['2027-01-04 | Waste']],
  ['ics-allday-microsoft-midnight.ics', ['2027-01-04 | Non-pupil day']],
  ['ics-allday-no-value.ics', ['2027-03-29 | Easter Monday']],
  ['ics-allday-value-date-with-time.ics', ['2026-12-27 – 2027-01-04 | Holidays']],
  ['ics-cancelled.ics', ['2027-01-04 | Fair']],
  ['ics-confidential.ics', [`2027-06-15 10:00 – 11:00 | Governors’ part two | ${PRIVATE}`]],
  ['ics-private.ics', [`2027-06-15 10:00 – 11:00 | Meeting about a pupil | ${PRIVATE}`]],
  ['ics-escaped-text.ics', ['2027-01-04 | Fair, cakes; & more | @ Main hall, Oakfield | Line one\nLine two']],
  [
    'ics-google-html-description.ics',
    ['2027-06-15 10:00 – 11:00 | Open day | Please bring a hat.\n\nMap (https://example.org/map)'],
  ],
  ['ics-iana-tz-without-vtimezone-other.ics', ['2027-06-15 14:30 – 15:30 | Call with New York']],
  ['ics-lf-only-and-trailing-blank.ics', ['2027-01-04 | LF']],
  ['ics-mixed-date-datetime.ics', ['2027-01-01 | New Year']],
  ['ics-no-uid.ics', ['2027-01-04 | No uid']],
  [
    'ics-one-malformed-line.ics',
    ['2027-01-04 | Good', '2027-01-05 | Bad | Bring:\na coat and a hat', '2027-01-06 | Good too'],
  ],
  ['ics-quoted-tzid.ics', ['2027-06-15 09:30 – 12:00 | Sports day']],
  ['ics-windows-tz-with-vtimezone-summer.ics', ['2027-06-15 09:30 – 12:00 | Sports day']],
  [
    'odd.ics',
    [
      '2027-03-01 14:00 | Unknown zone without VTIMEZONE',
      '2027-03-01 | End before start | [It ends before it starts]',
      '2027-03-10 – 2027-03-11 23:30 – 00:30 | Over midnight',
      '2027-03-01 | Lang | a\nb;c,d',
      '2027-03-05 | Café',
      `2027-03-06 | Private meeting | ${PRIVATE}`,
      'left: Day that is none',
    ],
  ],
  [
    'outlook_allday_datetime.ics',
    ['2027-02-15 – 2027-02-19 | Half term', '2027-06-12 12:00 – 15:00 | Summer fair'],
  ],
  ['dates-cp1252.csv', ['2027-06-15 | Fête du café', '2027-06-16 | Zürich trip']],
  ['dates-utf16.csv', ['2027-06-15 | Fête']],
  [
    'dates-google.csv',
    [
      '2027-02-15 – 2027-02-19 | Half term | School closed',
      '2027-06-25 09:30 – 12:00 | Sports day | @ Field, Mill Lane | Bring a hat',
      `2027-03-02 15:30 – 19:00 | Parents' evening | @ Hall | ${PRIVATE}`,
    ],
  ],
  ['dates-outlook.csv', ['2027-02-15 – 2027-02-19 | Half term']],
  ['dates-iso.csv', ['2027-02-15 – 2027-02-19 | Half term', '2027-03-01 09:00 – 10:00 | Assembly']],
  ['dates-council1.txt', COUNCIL],
  ['dates-us.csv', ['2026-08-31 | First day', '2026-09-07 | Labor day']],
])('reads %s', async (name, expected) => {
  expect(await read(name)).toEqual(expected);
});

it('reads a letter that a folded line cuts in two', async () => {
  const [before, after] = ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270104\r\nSUMMARY:Caf', ' terms'];
  const bytes = Buffer.concat([
    Buffer.from(before),
    Buffer.from([0xc3, 13, 10, 32, 0xa9]),
    Buffer.from(`${after}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`),
  ]);
  expect((await readBytes(bytes, READING)).dates).toMatchObject([{ event: { title: 'Café terms' } }]);
});

it('cuts no letter in two', async () => {
  const long = `${'a'.repeat(199)}🎄`;
  const titleIn = async (text: string) => (await readBytes(Buffer.from(text), READING)).dates[0]?.event.title;
  const event = `BEGIN:VEVENT\nDTSTART:20270104\nSUMMARY:${long}\nEND:VEVENT`;
  expect(await titleIn(`BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR\n`)).toBe('a'.repeat(199));
  expect(await titleIn(`Subject,Start Date,End Date\n${long},12/06/2027,\n`)).toBe('a'.repeat(199));
});

it('reads several lines in a cell of a table', async () => {
  const table = 'Subject,Start Date,End Date,Description\nFair,12/06/2027,,"Cakes\nand ""tea"""\n';
  const { dates } = await readBytes(Buffer.from(table), READING);
  expect(dates).toMatchObject([{ event: { title: 'Fair', description: 'Cakes\nand "tea"' } }]);
});

it('takes what Outlook says in the title alone for cancelled, and doubts what is not certain', async () => {
  const events = [
    'SUMMARY:Canceled: Sports day',
    'SUMMARY:Abgesagt: Fest',
    'SUMMARY:Canceled',
    'SUMMARY:Fair\r\nSTATUS:TENTATIVE',
  ];
  const text = events
    .map((lines) => `BEGIN:VEVENT\r\nDTSTART:20270104\r\n${lines}\r\nEND:VEVENT\r\n`)
    .join('');
  const { dates } = await readBytes(Buffer.from(`BEGIN:VCALENDAR\r\n${text}END:VCALENDAR\r\n`), READING);
  expect(dates.map(({ event: { title, is_cancelled }, doubt }) => [title, is_cancelled, doubt])).toEqual([
    ['Sports day', true, null],
    ['Fest', true, null],
    ['Canceled', false, null],
    ['Fair', false, 'It is not certain yet'],
  ]);
});

it('reads Welsh', async () => {
  expect(await read('dates-welsh.txt', 'cy')).toEqual(['2026-10-26 – 2026-10-30 | Hanner tymor']);
});

it('reads letters as lists of families do: of old Macs, of Central Europe, and with a wrong byte', async () => {
  const titles = async (bytes: Buffer) =>
    (await readBytes(bytes, READING)).dates.map(({ event: { title } }) => title);
  const mac = Buffer.from('Date,Event\r15/06/2027,F\x90te du caf\x8e\r', 'latin1');
  expect(await titles(mac)).toEqual(['Fête du café']);
  const polish = Buffer.from('15/06/2027 \xa3\xf3d\x9f zoo\r\n', 'latin1');
  expect(await titles(polish)).toEqual(['Łódź zoo']);
  const mixed = Buffer.concat([
    Buffer.from('15/06/2027 Fête\r\n'),
    Buffer.from('16/06/2027 Caf\xe9\r\n', 'latin1'),
  ]);
  expect(await titles(mixed)).toEqual(['Fête', 'Café']);
});

it('puts what is to come first, and says how much is over', async () => {
  const weeks = Array.from({ length: 700 }, (_, week) => {
    const day = addDays('2014-09-01', 7 * week).replaceAll('-', '');
    return `BEGIN:VEVENT\nUID:y${week}\nSUMMARY:Week ${week}\nDTSTART;VALUE=DATE:${day}\nEND:VEVENT\n`;
  });
  const file = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n${weeks.join('')}END:VCALENDAR\n`;
  const read = await readBytes(new TextEncoder().encode(file), READING);
  const lines = listedDates(read.dates, { events: [], today: READING.today });
  expect(lines.map(({ status }) => status).lastIndexOf('new')).toBe(60);
  const days = [0, 60, 61, 699].map((index) => lines[index]?.event.date);
  expect(days).toEqual(['2026-11-30', '2028-01-24', '2026-11-23', '2014-09-01']);
  expect(sentences(lines, { ...read, isMore: false })).toEqual(['639 of 700 dates are over and not ticked.']);
});
