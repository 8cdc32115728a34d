import { createParser } from 'eventsource-parser';
import type { z } from 'zod';
import { pathOf, type Route } from '#contract/route.ts';
import { currentSession } from '#web/session/session.ts';
import { ApiError } from './api-error.ts';
import { apiFailure, NO_CONNECTION } from './client.ts';
import { noteAnswer, reportFailure } from './failures.ts';

interface Options {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called whenever anything arrives. */
  readonly onSign: () => void;
}
type EventRoute = Route & { readonly events: z.ZodType };
interface Following<Event> extends Options {
  /** Called with each event of the row. Events that only a newer server knows are skipped. */
  readonly onEvent: (event: Event) => void;
}

/**
 * Opens the stream of a row with `events`; resolves once the server ends it. `EventSource` sends no token, so it is
 * fetched. Rejects with `ApiError`, which is not shown unless the session or the plan has ended, or with AbortError.
 */
export function follow<R extends EventRoute>(
  row: R,
  following: Following<z.output<R['events']>>,
): Promise<void>;
export async function follow(
  row: EventRoute,
  { params, query, signal, onEvent, onSign }: Following<unknown>,
): Promise<void> {
  const session = currentSession();
  try {
    const response = await fetch(`${pathOf(row, params)}?${new URLSearchParams(query)}`, {
      method: row.method,
      headers: {
        accept: 'text/event-stream',
        ...(session && { authorization: `Bearer ${session.accessToken}` }),
      },
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    noteAnswer();
    if (!response.ok || response.body === null)
      throw apiFailure({
        status: response.status,
        text: await response.text(),
        retryAfter: response.headers.get('retry-after'),
      });
    onSign();
    await readEvents(response.body, onSign, (data) => {
      const event = row.events.safeParse(data);
      if (event.success) onEvent(event.data);
    });
  } catch (error) {
    const failure = error instanceof TypeError ? new ApiError(0, { error_message: NO_CONNECTION }) : error;
    if (failure instanceof ApiError) reportFailure(failure, session, () => true);
    throw failure;
  }
}

/** Calls `onData` with the JSON of each event (null if it is no JSON), and `onSign` whenever anything arrives. */
async function readEvents(
  body: NonNullable<Response['body']>,
  onSign: () => void,
  onData: (data: unknown) => void,
): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => onData(parseJson(data)) });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    parser.feed(value);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
