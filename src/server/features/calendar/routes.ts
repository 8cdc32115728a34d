import { eventRoutes } from '#contract/calendar/events.ts';
import type { AppContext } from '#server/context.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { type CalendarNeeds, SchoolCalendar } from './service.ts';

/** The school's calendar. */
export function calendar(context: AppContext, needs: CalendarNeeds): readonly Handler[] {
  const dates = new SchoolCalendar(context, needs);
  return [
    handle(eventRoutes.listEvents, async ({ caller, query: { from } }) => ({
      events: { data: [...(await dates.list(caller, from))] },
    })),
    handle(eventRoutes.createEvent, async ({ caller, body }) => ({
      event: { data: await dates.create(caller, body) },
    })),
    handle(eventRoutes.updateEvent, async ({ caller, params: { id }, body }) => ({
      event: { data: await dates.change(caller, id, body) },
    })),
    handle(eventRoutes.deleteEvent, async ({ caller, params: { id } }) => {
      await dates.remove(caller, id);
    }),
  ];
}
