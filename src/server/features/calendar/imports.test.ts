import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  DATE_IMPORT_UNDO_DAYS,
  EVENT_IMPORT_MESSAGES,
  eventImportRoutes,
} from '#contract/calendar/event-imports.ts';
import { eventRoutes } from '#contract/calendar/events.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { SCHOOL_EVENT } from '#test/examples/calendar.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';

/** Dates from a list or another calendar. */

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const token = () => school.owner.token;
const imported = (changes: object = {}) => ({ ...SCHOOL_EVENT, import_uid: 'a@elsewhere', ...changes });

async function importDates(...events: readonly object[]) {
  const call = { token: token(), body: { import: { events } } };
  return (await test.call(eventImportRoutes.importEvents, call)).ok().import;
}
async function list() {
  const { events } = (await test.call(eventRoutes.listEvents, { token: token() })).ok();
  return events.data.map(({ attributes }) => attributes);
}
const undo = async (id: string) =>
  await test.call(eventImportRoutes.undoEventImport, { token: token(), params: { id } });

it('adds what is new, changes what it added before, and leaves what is there', async () => {
  expect(await importDates(imported())).toMatchObject({ added: 1, changed: 0 });
  const fair = { title: 'Fair', date: '2037-07-01', import_uid: null };
  const again = [imported({ time: '10:00' }), imported(fair), imported({ ...fair, title: 'FAIR' })];
  const second = await importDates(...again);
  expect(second).toMatchObject({ added: 1, changed: 1 });
  expect(await list()).toMatchObject([{ time: '10:00', source: 'import' }, { title: 'Fair' }]);
  expect(await importDates(...again)).toMatchObject({ added: 0, changed: 0 });
  expect((await undo(second.id)).status).toBe(204);
  expect(await list()).toMatchObject([{ title: 'Sports day', time: '09:30' }]);
  expect((await undo(second.id)).error().error_message).toBe(EVENT_IMPORT_MESSAGES.late);
});

it('keeps at an undo what was changed since, and takes nothing back after its time', async () => {
  const first = await importDates(imported());
  const { events } = (await test.call(eventRoutes.listEvents, { token: token() })).ok();
  const call = { token: token(), params: { id: events.data[0]?.id ?? '' } };
  const event = { ...SCHOOL_EVENT, place: 'Hall' };
  (await test.call(eventRoutes.updateEvent, { ...call, body: { event } })).ok();
  expect((await undo(first.id)).status).toBe(204);
  expect(await list()).toMatchObject([{ place: 'Hall' }]);
  const late = await importDates(imported({ import_uid: 'b@elsewhere', title: 'Other' }));
  test.clock.advance((DATE_IMPORT_UNDO_DAYS + 1) * DAY_MS);
  const signedIn = await createSchool(test);
  expect(
    (
      await test.call(eventImportRoutes.undoEventImport, {
        token: signedIn.owner.token,
        params: { id: late.id },
      })
    ).status,
  ).toBe(404);
});
