import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { SCHOOL_FIELDS, schoolResource, updateSchoolForm } from '#contract/school.ts';
import { columnsOf } from '#server/platform/columns.ts';
import * as billing from '#server/platform/db/schema/billing.ts';
import * as core from '#server/platform/db/schema/core.ts';
import * as deliveries from '#server/platform/db/schema/deliveries.ts';
import * as newsletters from '#server/platform/db/schema/newsletters.ts';
import * as people from '#server/platform/db/schema/people.ts';
import * as subscribers from '#server/platform/db/schema/subscribers.ts';
import { schoolFieldPlaces } from './school-field-places.ts';

const tables = [billing, core, deliveries, newsletters, people, subscribers]
  .flatMap((schema) => Object.entries(schema))
  .flatMap(([name, value]) => (is(value, PgTable) ? [{ name, table: value }] : []));

describe('a field of the school', () => {
  it('is named only in the contract, the table and the form', () => {
    expect(schoolFieldPlaces()).toEqual([
      'src/contract/school.ts',
      'src/server/platform/db/schema/core.ts',
      'src/web/features/school/school-form.tsx',
    ]);
  });

  it.each([...SCHOOL_FIELDS.details, ...SCHOOL_FIELDS.branding])(
    '%s can be given, stored and shown',
    (field) => {
      expect(updateSchoolForm.shape).toHaveProperty(field);
      expect(schoolResource.shape.attributes.shape).toHaveProperty(field);
      expect(getTableColumns(core.schools)).toMatchObject(columnsOf({ [field]: {} }));
    },
  );
});

// Forms are stored and resources presented by column name.
it.each(tables)('the columns of $name have the same names in code and database', ({ table }) => {
  for (const [key, { name }] of Object.entries(getTableColumns(table)))
    expect(columnsOf({ [name]: 1 })).toEqual({ [key]: 1 });
});
