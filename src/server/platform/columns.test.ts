import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { resource, timestamp } from '#contract/resource.ts';
import { attributesOf, columnsOf, resourceOf } from './columns.ts';

const ID = 'b1d0a2f4-6c1e-4f0a-9d2c-7e5a1c0b9f31';
const AT = new Date('2026-11-02T08:30:00.125Z');

const pupil = resource(
  'pupil',
  z.object({
    first_name: z.string(),
    left_at: timestamp.nullable(),
    card_last4: z.string(),
    age: z.number(),
  }),
);
const ROW = { id: ID, firstName: 'Ada', leftAt: AT, cardLast4: '4242', passwordHash: 'secret' };

describe('columns', () => {
  it.each([
    ['name', 'name'],
    ['time_zone', 'timeZone'],
    ['need_change_password', 'needChangePassword'],
    ['card_last4', 'cardLast4'],
    ['footerContent', 'footerContent'],
  ])('maps the field %s to the column %s', (field, column) => {
    expect(columnsOf({ [field]: 1 })).toEqual({ [column]: 1 });
  });

  it('renames all fields of a form, including undefined ones', () => {
    const form: { time_zone?: string | undefined; name: string } = { time_zone: undefined, name: 'Elm' };
    const columns = columnsOf(form);
    expectTypeOf(columns).toEqualTypeOf<{ timeZone?: string | undefined; name: string }>();
    expect(columns).toStrictEqual({ timeZone: undefined, name: 'Elm' });
  });
});

describe('a resource', () => {
  it('contains the columns of its schema only, with dates as text', () => {
    expect(resourceOf(pupil, ROW, { age: 9 })).toEqual({
      id: ID,
      type: 'pupil',
      attributes: { first_name: 'Ada', left_at: AT.toISOString(), card_last4: '4242', age: 9 },
    });
  });

  it('prefers given values to stored ones', () => {
    const given = { first_name: 'A.', left_at: null, age: 9 };
    expect(attributesOf(pupil.shape.attributes, ROW, given)).toEqual({ ...given, card_last4: '4242' });
  });

  it('requires values for fields that the row lacks', () => {
    expectTypeOf(attributesOf<typeof pupil.shape.attributes>)
      .parameter(1)
      .toExtend<{ readonly firstName: unknown; readonly age: number }>();
    expectTypeOf(attributesOf<typeof pupil.shape.attributes, { age: number }>)
      .parameter(1)
      .not.toHaveProperty('age');
  });
});
