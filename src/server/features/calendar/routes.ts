import { eventImportRoutes } from '#contract/calendar/event-imports.ts';
import { eventRoutes } from '#contract/calendar/events.ts';
import type { AppContext } from '#server/context.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { importEvents, undoDateImport } from './imports.ts';
import { SchoolCalendar } from './service.ts';

/** The school's calendar. `changed` is called when its dates have changed. */
export function calendarHandlers(context: AppContext, changed: () => void): readonly Handler[] {
  const dates = new SchoolCalendar(context, changed);
  return [
    handle(eventRoutes.listEvents, async ({ caller, query: { from } }) => ({
      events: { data: [...(await dates.list(caller, from))] },
      holidays: [...(await dates.holidays(caller, from))],
      diary: await dates.diary(caller),
    })),
    handle(eventRoutes.createEvent, async ({ caller, body }) => ({
      event: { data: await dates.create(caller, body) },
    })),
    handle(eventRoutes.updateEvent, async ({ caller, params: { id }, body }) => ({
      event: { data: await dates.change(caller, id, body) },
    })),
    handle(eventImportRoutes.importEvents, async ({ caller, body: { events } }) => {
      const done = await importEvents(context, caller, events);
      changed();
      return { import: done };
    }),
    handle(eventImportRoutes.undoEventImport, async ({ caller, params: { id } }) => {
      await undoDateImport(context, caller, id);
      changed();
    }),
    handle(eventRoutes.deleteEvent, async ({ caller, params: { id } }) => {
      await dates.remove(caller, id);
    }),
  ];
}
