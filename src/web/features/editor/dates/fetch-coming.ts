import { eventRoutes } from '#contract/calendar/events.ts';
import { call } from '#web/api/client.ts';

/** The school's dates from a day on. Most newsletters have no block that takes them, so this is loaded on demand. */
export const fetchComing = (from: string, signal: AbortSignal) =>
  call(eventRoutes.listEvents, { query: { from }, signal, handles: () => true });
