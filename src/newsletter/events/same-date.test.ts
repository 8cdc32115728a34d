import { expect, it } from 'vitest';
import { type AnnouncedDate, similarDate } from './same-date.ts';

const id = (digit: number) => String(digit).repeat(32);
const TODAY = '2037-06-01';
const announced = (digit: number, title: string, date: string): AnnouncedDate => ({
  rows: [id(digit)],
  title,
  date,
});
const sportsDay = announced(1, 'Sports day', '2037-06-12');

function asked(
  title: string,
  date: string,
  dates: readonly AnnouncedDate[] = [sportsDay],
  more: object = {},
) {
  return similarDate({ id: id(9), title, date, ...more }, dates, TODAY)?.title ?? null;
}

it('is asked about a slip on the same day, and about the same title on another day', () => {
  for (const slip of ['Sprots day', 'Sport day', 'SPORTS  DAY!s', 'Whole school sports day'])
    expect(asked(slip, '2037-06-12'), slip).toBe('Sports day');
  expect(asked('sports day', '2037-06-19')).toBe('Sports day');
});

it('is not asked about dates that are the same anyway, nor about different things', () => {
  expect(asked('Sports Day', '2037-06-12')).toBeNull();
  expect(asked('Sprots day', '2037-06-19')).toBeNull();
  expect(asked('Sports day', '2037-08-12')).toBeNull();
  expect(asked('Cake sale', '2037-06-12')).toBeNull();
  expect(asked('Year 5 trip', '2037-06-12', [announced(1, 'Year 4 trip', '2037-06-12')])).toBeNull();
  expect(asked('Choir', '2037-06-12', [announced(1, 'Chair', '2037-06-12')])).toBeNull();
  // The date is over, or the title is empty.
  expect(asked('Sprots day', '2037-05-12', [announced(1, 'Sports day', '2037-05-12')])).toBeNull();
  expect(asked(' ', '2037-06-12')).toBeNull();
});

it('is not asked where a title comes again and again, or two dates are as similar', () => {
  const weekly = [announced(1, 'Assembly', '2037-06-05'), announced(2, 'Assembly', '2037-06-12')];
  expect(asked('Assembly', '2037-06-19', weekly)).toBeNull();
  const two = [sportsDay, announced(2, 'Sports days', '2037-06-12')];
  expect(asked('Sprots day', '2037-06-12', two)).toBeNull();
});

it('is asked once', () => {
  expect(asked('Sports day', '2037-06-19', [sportsDay], { apart: [id(1)] })).toBeNull();
  expect(asked('Sports day', '2037-06-19', [{ ...sportsDay, rows: [id(1), id(9)] }])).toBeNull();
  // An id from an older newsletter has no meaning elsewhere.
  expect(asked('Sports day', '2037-06-19', [sportsDay], { id: 'row-1' })).toBeNull();
});
