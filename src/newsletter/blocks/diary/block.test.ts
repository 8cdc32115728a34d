import { expect, it } from 'vitest';
import { type SchoolDate, schoolDates } from '#newsletter/document/school-dates.ts';
import { isPublicDate } from '#newsletter/events/public-dates.ts';
import { canvasOf, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';
import { diary } from './block.ts';

const [FOUR, SIX, MERGED, GONE] = ['four', 'six', 'merged', 'gone'];
const date = (title: string, day: string, rest: Partial<SchoolDate> = {}): SchoolDate => ({
  ...{ id: title, title, date: day, lastDay: null, time: null, end: null, place: null },
  ...{ isCancelled: false, groups: [], ...rest },
});
const NAMES = new Map([
  [FOUR, { id: FOUR, name: 'Year 4' }],
  [MERGED, { id: FOUR, name: 'Year 4' }],
  [SIX, { id: SIX, name: 'Year 6' }],
]);
const school = schoolDates(
  {
    today: '2026-10-12',
    dates: [
      date('Over', '2026-10-11'),
      date('Book week', '2026-10-09', { lastDay: '2026-10-12' }),
      date('Canal trip', '2026-10-20', { groups: [MERGED], time: '09:00' }),
      date('Bikeability', '2026-10-21', { groups: [SIX], isCancelled: true }),
      date('Netball', '2026-10-22', { groups: [GONE] }),
      date('Fireworks', '2026-11-06'),
    ],
    groupOf: (id) => NAMES.get(id),
    isPublic: () => true,
    diary: '/s/oakfield/diary',
  },
  [{ name: 'Half term', firstOn: '2026-10-26', lastOn: '2026-10-30' }],
);
type Value = ReturnType<typeof diary.defaults>;
const { filling } = diary.traits;
const filled = (changes: Partial<Value> = {}, audience?: readonly string[]) =>
  filling?.fill({ ...diary.defaults(), ...changes }, school, audience) ?? diary.defaults();
const titles = (changes?: Partial<Value>, audience?: readonly string[]) =>
  filled(changes, audience).filled?.dates.map(({ title }) => title);

it('has the dates that are not over, up to the next holiday or the end of its range', () => {
  const upToHoliday = ['Book week', 'Canal trip', 'Bikeability', 'Half term'];
  expect(titles()).toEqual(upToHoliday);
  expect(titles({ until: '4_weeks' })).toEqual([...upToHoliday, 'Fireworks']);
  expect(titles({ until: 'all', left_out: ['Book week', '2026-10-26.2026-10-30'] })).toEqual([
    'Canal trip',
    'Bikeability',
    'Fireworks',
  ]);
});

it('has the dates of its groups with the whole school’s, also of merged ones, and nobody’s of those that are gone', () => {
  expect(titles({ groups: [] })).toEqual(['Book week', 'Half term']);
  expect(titles({ groups: [FOUR] })).toEqual(['Book week', 'Canal trip', 'Half term']);
  expect(titles({}, [SIX])).toEqual(['Book week', 'Bikeability', 'Half term']);
  expect(titles({ until: 'all' })).not.toContain('Netball');
});

it('has dates for groups that families cannot choose only if its author has chosen them', () => {
  const isPublic = (ids: readonly string[]) => isPublicDate(ids, [{ id: FOUR, isOffered: true }]);
  const shown = (groups?: string[]) =>
    filling
      ?.fill({ ...diary.defaults(), ...(groups && { groups }) }, { ...school, isPublic }, undefined)
      .filled?.dates.map(({ title }) => title);
  expect(shown()).toEqual(['Book week', 'Canal trip', 'Half term']);
  expect(shown([SIX])).toEqual(['Book week', 'Bikeability', 'Half term']);
});

it('says whose a date is and what is called off, in the newsletter’s language, and leads to the diary', () => {
  const page = pageOf([stored('diary', filled())], { school: { ...OAKFIELD, language: 'de' } });
  expect(wordsOf(page)).toContain('Termine zum Vormerken');
  expect(wordsOf(page)).toContain('Canal trip Year 4 · 09:00');
  expect(page).toContain('<s>Bikeability</s>');
  expect(page).toContain('/s/oakfield/diary"');
});

it('shows families nothing without dates, and says so on the canvas', () => {
  const none = stored('diary', filled({ until: '2_weeks', left_out: school.dates.map(({ id }) => id) }));
  expect(wordsOf(canvasOf(none))).toBe('No dates until Mon 26 Oct. Families see nothing here');
  expect(pageOf([none])).not.toContain('Dates for your diary');
  expect(wordsOf(canvasOf(stored('diary', diary.defaults())))).toBe('Dates from your calendar');
});
