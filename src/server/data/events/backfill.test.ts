import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schoolEvents } from '#server/platform/db/schema/events.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool } from '#test/factories.ts';
import { publishNewsletter } from '#test/newsletters.ts';

/** The migration that makes records of dates that newsletters had published before records existed. */

const MIGRATION = new URL('../../../../migrations/0050_school_events.sql', import.meta.url);

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const id = (digit: number) => String(digit).repeat(32);
const row = (digit: number, changes: object) => ({
  id: id(digit),
  title: `Event ${digit}`,
  description: 'x',
  ...changes,
});

it('makes the same records as publishing does', async () => {
  const orm = test.context.database.orm();
  const school = await createSchool(test, { timeZone: 'America/New_York' });
  const rows = [
    row(1, { date: '2037-06-11', time: '09:30', end: '12:00', place: 'Hall' }),
    row(2, { date: '2037-01-02', time: '23:30', end: '00:30' }),
    row(3, { date: '2037-03-08', last_day: '2037-03-12' }),
    row(4, { date: '2037-03-08', time: '10:00', last_day: '2037-03-12' }),
    row(5, { date: '2037-03-08', time: '10:00', last_day: '2037-03-12', end: '11:00' }),
    row(6, { date: '2037-11-01', state: 'cancelled' }),
  ];
  const code = [{ name: 'a', type: 'event', value: { rows } }];
  await publishNewsletter(test, school.owner, { title: 'Week 1', code });
  const twice = [
    { name: 'a', type: 'event', value: { rows: [row(7, { title: 'event 6', date: '2037-11-01' })] } },
  ];
  await publishNewsletter(test, school.owner, { title: 'Week 2', code: twice });
  const shown = async () =>
    (await orm.select().from(schoolEvents).orderBy(schoolEvents.title)).map(
      ({
        id: _id,
        createdAt: _at,
        sequence: _sequence,
        changedAt: _changed,
        publishedAt: _published,
        forms: _forms,
        uid,
        aliases,
        title,
        ...rest
      }) => ({
        ...rest,
        title: title.toLowerCase(),
        uids: [uid, ...aliases].sort(),
      }),
    );
  const before = await shown();
  expect(before).toHaveLength(6);
  await orm.delete(schoolEvents);
  // Editions from that time have the uid of each row.
  const [one, other] = [6, 7].map((digit) => `${school.id}.${id(digit)}`);
  const asOld = sql`replace(calendar::text, ${one}, ${other})::jsonb`;
  await orm.update(editions).set({ calendar: asOld }).where(eq(editions.title, 'Week 2'));
  const statement = readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint').at(-1) ?? '';
  await orm.execute(sql.raw(statement));
  const after = await shown();
  const open = ({ isCancelled: _, ...rest }: (typeof after)[number]) => rest;
  expect(after.map(open)).toEqual(before.map(open));
  await orm.execute(sql.raw(statement));
  expect(await shown()).toEqual(after);
});
