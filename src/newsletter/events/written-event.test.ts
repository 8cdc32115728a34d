import { expect, it } from 'vitest';
import { readEvents } from './written-event.ts';

const TODAY = '2026-11-22';
const read = (line: string, language = 'en') => {
  const found = readEvents(line, language, TODAY).map(
    ({ title, place, description, date, last_day, time, end }) =>
      [date, last_day, time, end, title, place && `at ${place}`, description].filter(Boolean).join(' | '),
  );
  return found.length > 1 ? found : (found[0] ?? null);
};

it.each([
  ['Fri 4 Dec, 18:00 Christmas fair', '2026-12-04 | 18:00 | Christmas fair'],
  ['Friday 4th December 2026 – Christmas fair – In the hall.', '2026-12-04 | Christmas fair | In the hall.'],
  [
    '4 December: Christmas fair, 6-8pm, school hall',
    '2026-12-04 | 18:00 | 20:00 | Christmas fair | at school hall',
  ],
  ['Christmas fair on Friday, 4 December at 6.30pm', '2026-12-04 | 18:30 | Christmas fair'],
  [
    'Thurs 14 Jan 9.15 to 11.30 Open morning. Bring a friend',
    '2027-01-14 | 09:15 | 11:30 | Open morning | Bring a friend',
  ],
  ['December 4, 2026: Christmas fair', '2026-12-04 | Christmas fair'],
  ['14–18 December Book week', '2026-12-14 | 2026-12-18 | Book week'],
  ['Mon 14 to Fri 18 December: Book week', '2026-12-14 | 2026-12-18 | Book week'],
  ['30 November – 2 December Trip to York: Year 6', '2026-11-30 | 2026-12-02 | Trip to York | Year 6'],
  ['21 Dec to 4 Jan Holidays', '2026-12-21 | 2027-01-04 | Holidays'],
  ['04/12/2026 Christmas fair', '2026-12-04 | Christmas fair'],
  ['4/12 Christmas fair for Year 3/4', '2026-12-04 | Christmas fair for Year 3/4'],
  ['2026-12-04\n18:00\nChristmas fair\nSchool hall', '2026-12-04 | 18:00 | Christmas fair | at School hall'],
  [
    '4 Dec 6pm Carol concert – St Mary’s Church. Bring a torch, and a friend',
    '2026-12-04 | 18:00 | Carol concert | at St Mary’s Church | Bring a torch, and a friend',
  ],
  ['4 Dec: Sale – Cakes and books, Room 4', '2026-12-04 | Sale | at Room 4 | Cakes and books'],
  ['4 Dec: Sale – at The Old Forge', '2026-12-04 | Sale | at The Old Forge'],
  ['4 Dec: Sale – Venue: The Old Forge. Cash only', '2026-12-04 | Sale | at The Old Forge | Cash only'],
  ['4 Dec: Sale – Bring your library books', '2026-12-04 | Sale | Bring your library books'],
  ['Tickets for £3.50: Christmas fair (4 December)', '2026-12-04 | Tickets for £3.50 | Christmas fair'],
  ['11am–1pm, 4 December, Christmas fair', '2026-12-04 | 11:00 | 13:00 | Christmas fair'],
  ['4 December 10pm–1am: Disco', '2026-12-04 | 22:00 | 01:00 | Disco'],
  ['11–1pm on 4 December: Christmas fair', '2026-12-04 | 11:00 | 13:00 | Christmas fair'],
  ['5 May 2027 May fair', '2027-05-05 | May fair'],
  // A time that is not the event's own stays with its words.
  [
    'Friday 18 December – Last day of term, school closes at 1.30pm',
    '2026-12-18 | Last day of term | school closes at 1.30pm',
  ],
  ['Tue 15 Dec – Own clothes day, bring £1 by 9am', '2026-12-15 | Own clothes day | bring £1 by 9am'],
  ['Thu 10 Dec – Year 6 play, doors open at 5.45pm', '2026-12-10 | Year 6 play | doors open at 5.45pm'],
  ['Mon 4 Jan: Back to school, gates shut at 8.50am', '2027-01-04 | Back to school | gates shut at 8.50am'],
  ['Thu 10 Dec: Play. Doors: 5.45pm', '2026-12-10 | Play | Doors: 5.45pm'],
  ['Fri 18 Dec: School closes at 1.30pm', '2026-12-18 | School closes at 1.30pm'],
  ['Fri 18 Dec: Book fair until 4pm', '2026-12-18 | Book fair until 4pm'],
  ['Fri 18 Dec: Nativity, KS1 at 9.30am', '2026-12-18 | Nativity | KS1 at 9.30am'],
  [
    'Thu 10 Dec: Play, doors open at 5.45pm, 6–8pm, school hall',
    '2026-12-10 | 18:00 | 20:00 | Play | at school hall | doors open at 5.45pm',
  ],
  ['Thu 10 Dec: Play, in the hall at 6pm', '2026-12-10 | 18:00 | Play | at in the hall'],
  ['Thu 10 Dec: Play, 6pm in the school hall', '2026-12-10 | 18:00 | Play | at in the school hall'],
  ['4 Jan: INSET day, no school', '2027-01-04 | INSET day | no school'],
  ['4 Jan: INSET day – School closed', '2027-01-04 | INSET day | School closed'],
  ['18 Dec: Last day – Wear your jumper at school', '2026-12-18 | Last day | Wear your jumper at school'],
  ['18 Dec: Concert – At the end of the day', '2026-12-18 | Concert | At the end of the day'],
  ['18 Dec: Walk – Meet at the church', '2026-12-18 | Walk | Meet at the church'],
  ['18 Dec: Carols – All Saints Church', '2026-12-18 | Carols | at All Saints Church'],
  [
    'Fri 4 Dec Non-uniform day. £1 for Save the Children',
    '2026-12-04 | Non-uniform day | £1 for Save the Children',
  ],
  ['Fri 4 Dec Book sale. 3 books each', '2026-12-04 | Book sale | 3 books each'],
  // Not every word before a full stop ends a sentence.
  ['4 Dec: Carols at St. Mary’s', '2026-12-04 | Carols at St. Mary’s'],
  [
    '4 Dec: Assembly with Mrs. Hart. Families welcome',
    '2026-12-04 | Assembly with Mrs. Hart | Families welcome',
  ],
  ['4 Dec: Talk by J. K. Reed, school hall', '2026-12-04 | Talk by J. K. Reed | at school hall'],
  ['4 Dec: Swimming for Yr. 5', '2026-12-04 | Swimming for Yr. 5'],
  ['18 Dec: Walk – Church of St Mary', '2026-12-18 | Walk | at Church of St Mary'],
])('reads %j', (line, event) => {
  expect(read(line)).toBe(event);
});

it.each([
  ['de', 'Fr., 4. Dez., 18 Uhr: Basar – in der Aula', '2026-12-04 | 18:00 | Basar | at in der Aula'],
  ['de', '4.12. von 9 bis 11 Uhr Basar', '2026-12-04 | 09:00 | 11:00 | Basar'],
  ['fr', 'vendredi 4 décembre à 18h30 : marché de Noël', '2026-12-04 | 18:30 | marché de Noël'],
  ['es', 'viernes 4 de diciembre de 2026, 18:00: mercadillo', '2026-12-04 | 18:00 | mercadillo'],
  ['es', '4 de diciembre: Feria – Sala de actos', '2026-12-04 | Feria | at Sala de actos'],
  ['it', 'venerdì 4 dicembre, ore 18:00 Mercatino', '2026-12-04 | 18:00 | Mercatino'],
  ['nl', 'vrijdag 4 december om 18.30 uur Kerstmarkt', '2026-12-04 | 18:30 | Kerstmarkt'],
  ['pl', 'piątek 4 grudnia, godz. 18:00 Kiermasz', '2026-12-04 | 18:00 | Kiermasz'],
  ['pt', 'sexta-feira, 4 de dezembro às 18:00: Feira', '2026-12-04 | 18:00 | Feira'],
  ['cy', 'Gwener 4 Rhagfyr 18:00 Ffair Nadolig', '2026-12-04 | 18:00 | Ffair Nadolig'],
  ['es', 'Reunión: 12 de enero a las 18:00', '2027-01-12 | 18:00 | Reunión'],
  [
    'cy',
    'Hanner tymor: dydd Llun 26 Hydref i ddydd Gwener 30 Hydref 2026',
    '2026-10-26 | 2026-10-30 | Hanner tymor',
  ],
  [
    'en',
    '26 October to 30 October: Half term (schools closed)',
    '2026-10-26 | 2026-10-30 | Half term (schools closed)',
  ],
  [
    'en',
    'Half term: 15 February to 19 February (schools closed)',
    '2027-02-15 | 2027-02-19 | Half term | schools closed',
  ],
  ['ga', 'Aoine 4 Nollaig 18:00 Aonach', '2026-12-04 | 18:00 | Aonach'],
  ['de', '4.12.: Zeugnisse, Schule bis 12 Uhr', '2026-12-04 | Zeugnisse | Schule bis 12 Uhr'],
  [
    'de',
    '4.12.: Elternabend der 3. Klassen. 2 Stühle je Familie',
    '2026-12-04 | Elternabend der 3. Klassen | 2 Stühle je Familie',
  ],
  ['fr', '4 décembre : réunion – école fermée', '2026-12-04 | réunion | école fermée'],
  [
    'ar',
    'الجمعة 4 ديسمبر، الساعة 18:00: معرض الشتاء – قاعة المدرسة',
    '2026-12-04 | 18:00 | معرض الشتاء | at قاعة المدرسة',
  ],
  ['ar', 'الإثنين ٧ ديسمبر ٢٠٢٦، من ٩ إلى ١١ صباحًا: يوم مفتوح', '2026-12-07 | 09:00 | 11:00 | يوم مفتوح'],
  ['ar', 'معرض الشتاء يوم الأربعاء 9 ديسمبر الساعة 6 مساءً', '2026-12-09 | 18:00 | معرض الشتاء'],
  [
    'ar',
    '14 إلى 18 ديسمبر: أسبوع الكتاب، المدرسة مغلقة',
    '2026-12-14 | 2026-12-18 | أسبوع الكتاب | المدرسة مغلقة',
  ],
  ['gd', '4 Dùbhlachd 18:00 Fèill', '2026-12-04 | 18:00 | Fèill'],
])('reads dates in %s: %j', (language, line, event) => {
  expect(read(line, language)).toBe(event);
});

it.each([
  'Dates for your diary',
  'Year 3/4 have swimming',
  'Monday: swimming',
  '31 February: no such day',
  '4 December',
  `${'Thank you all for the many cakes. '.repeat(12)}See you on 4 December.`,
])('takes %j for no event', (line) => {
  expect(read(line)).toBeNull();
});

it('takes the year in which the weekday is right, and says if there is none soon', () => {
  const weekdays = (line: string) => readEvents(line, 'en', TODAY)[0];
  expect(weekdays('Sat 9 October: fair')).toMatchObject({ date: '2027-10-09', isWeekdayRight: true });
  expect(weekdays('Fri 5 December: fair')).toMatchObject({ date: '2026-12-05', isWeekdayRight: false });
  expect(weekdays('6 November: fair')).toMatchObject({ date: '2026-11-06', isWeekdayRight: true });
});

it.each([
  ['en', 'INSET days: 5 January, 24 March and 2 June', ['2027-01-05', '2027-03-24', '2027-06-02']],
  ['en', 'Open mornings on Tue 5, 12th & 19 January 2027', ['2027-01-05', '2027-01-12', '2027-01-19']],
  ['en', 'Evenings Mon 4 & Tue 5 January, 4pm', ['2027-01-04', '2027-01-05']],
  ['en', 'Open mornings 5 and 12 January', ['2027-01-05', '2027-01-12']],
  ['en', '05/01/2027, 24/03/2027, 02/06/2027\nINSET', ['2027-01-05', '2027-03-24', '2027-06-02']],
  ['en', 'Trips: 5–7 January; 12–14 January', ['2027-01-05 2027-01-07', '2027-01-12 2027-01-14']],
  ['de', 'Elternabend am 5. Januar und 2. Juni', ['2027-01-05', '2027-06-02']],
  ['fr', 'Réunion les 5, 12 et 19 janvier', ['2027-01-05', '2027-01-12', '2027-01-19']],
  ['ar', 'اجتماع يوم 5 و12 يناير', ['2027-01-05', '2027-01-12']],
  ['en', 'Swimming for Years 3, 4 and 5 January', ['2027-01-05']],
  ['en', '5 January, 12 cakes needed', ['2027-01-05']],
])('reads each day of %s %j', (language, line, days) => {
  const found = readEvents(line, language, TODAY);
  expect(found.map(({ date, last_day }) => [date, last_day].filter(Boolean).join(' '))).toEqual(days);
  expect(new Set(found.map(({ title }) => title)).size).toBe(1);
});
