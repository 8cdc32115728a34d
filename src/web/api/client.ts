import { z } from 'zod';
import { CONFIRM_NEEDED, ERROR_MESSAGES, type ErrorBody, errorBodySchema } from '#contract/errors.ts';
import { MINIMAL, type Parsed, pathOf, type Route } from '#contract/route.ts';
import { confirmPerson } from '#web/session/confirm-person.ts';
import { currentSession } from '#web/session/session.ts';
import { ApiError } from './api-error.ts';
import { noteAnswer, reportFailure } from './failures.ts';
import { exchange, type SentBytes, type TransportAnswer } from './transport.ts';

// By default zod tries `new Function`, which the content security policy forbids.
z.config({ jitless: true });

/** The options of every call, besides its input. */
interface CallOptions {
  /** The files of a multipart body by field name, without the wrapper: `{ logo: file }`. */
  readonly files?: Readonly<Record<string, File>>;
  /** Called while the body is uploaded. */
  readonly onProgress?: (progress: SentBytes) => void;
  /** For a row with `progress`: called with each event that the server sends before its reply. */
  readonly onEvent?: (event: unknown) => void;
  readonly signal?: AbortSignal;
  /** Returns true for an error that the caller shows itself; any other is shown as a toast. */
  readonly handles?: (error: ApiError) => boolean;
}

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
// A file replaces the text field of the same name.
type Body<R extends Route> = R extends { readonly multipart: { readonly files: readonly (infer F)[] } }
  ? Input<R['body']> extends infer B
    ? B extends object
      ? Omit<B, F & string> & Partial<Pick<B, F & keyof B>>
      : B
    : never
  : Input<R['body']>;
type Field<K extends string, I> = [I] extends [undefined]
  ? { readonly [key in K]?: undefined }
  : object extends I
    ? { readonly [key in K]?: I }
    : { readonly [key in K]: I };
/** The input of a row: its params, query and body, if it has them, and the options. */
type CallInput<R extends Route> = Field<'params', Input<R['params']>> &
  Field<'query', Input<R['query']>> &
  Field<'body', Body<R>> &
  CallOptions;
type CallArguments<R extends Route> =
  object extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

interface LooseInput extends CallOptions {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

type Reply<R extends Route> = R extends { readonly minimalReply: infer S } ? Parsed<S> : Parsed<R['reply']>;

/**
 * Makes the call that a row of the contract describes. Resolves to the reply, parsed by the row's schema. Rejects with
 * `ApiError`, already shown unless `handles` returns true, or with AbortError after `signal`.
 */
export function call<R extends Route>(row: R, ...args: CallArguments<R>): Promise<Reply<R>>;
export async function call(row: Route, input: LooseInput = {}): Promise<unknown> {
  const session = currentSession();
  try {
    const incoming = await confirmed(async () => {
      const answer = await send(row, input, session?.accessToken);
      noteAnswer();
      return answer.status < 200 || answer.status > 299 ? apiFailure(answer) : answer;
    });
    return replyOf(row, input.onEvent ? lastLine(incoming) : incoming);
  } catch (error) {
    const failure = error instanceof TypeError ? new ApiError(0, { error_message: NO_CONNECTION }) : error;
    if (failure instanceof ApiError) reportFailure(failure, session, input.handles);
    throw failure;
  }
}

/** Shown when there is no answer. */
export const NO_CONNECTION = 'No connection. Please check your internet connection and try again';
const OUT_OF_DATE = 'This page is out of date. Please reload it';

/**
 * If the server wants to know again who the person is, asks them and sends the same call again. Resolves to the answer, or rejects
 * with the failure that `send` resolved to. That is the server's request for proof, which is not shown, if the person declines,
 * or if the session has ended or changed meanwhile.
 */
export async function confirmed<Answer>(send: () => Promise<Answer | ApiError>): Promise<Answer> {
  const token = currentSession()?.accessToken;
  for (;;) {
    const answer = await send();
    if (!(answer instanceof ApiError)) return answer;
    const isAsked = answer.status === 403 && answer.body.error_code === CONFIRM_NEEDED;
    const isOfSession = token === currentSession()?.accessToken;
    if (!isAsked || !isOfSession || !(await confirmPerson(answer.body.ways ?? []))) throw answer;
  }
}

function send(row: Route, input: LooseInput, token: string | undefined): Promise<TransportAnswer> {
  const { onEvent } = input;
  const accept = (onEvent && row.progress) ?? 'application/json';
  const headers: Record<string, string> = { accept };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (row.minimalReply !== undefined) headers.prefer = MINIMAL;
  const body = bodyOf(row, input);
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  const url = pathOf(row, textsOf(input.params)) + queryOf(input.query);
  return exchange({
    method: row.method,
    url,
    headers,
    body,
    signal: input.signal,
    onProgress: input.onProgress,
    onText: onEvent && eventReader(onEvent),
  });
}

// One JSON value per line. The last line is the reply, or an error that happened after the status was sent.
function eventReader(onEvent: (event: unknown) => void): (text: string) => void {
  let consumed = 0;
  return (text) => {
    const end = text.lastIndexOf('\n');
    if (end <= consumed) return;
    for (const line of text.slice(consumed, end).split('\n')) if (line !== '') onEvent(parseJson(line));
    consumed = end;
  };
}

function lastLine(incoming: TransportAnswer): TransportAnswer {
  const text = incoming.text.trimEnd().split('\n').at(-1) ?? '';
  const failure = errorBodySchema.safeParse(parseJson(text));
  if (failure.success) throw new ApiError(500, failure.data);
  return { ...incoming, text };
}

function bodyOf(row: Route, { body, files }: LooseInput): string | FormData | undefined {
  if (files !== undefined) {
    const form = new FormData();
    const name = (field: string) => (row.wrapper ? `${row.wrapper}[${field}]` : field);
    // Fields go first, so that a streaming server has them before the file.
    for (const [field, text] of Object.entries(textsOf(body))) form.append(name(field), text);
    for (const [field, file] of Object.entries(files)) form.append(name(field), file, file.name);
    return form;
  }
  if (body === undefined) return undefined;
  return JSON.stringify(row.wrapper ? { [row.wrapper]: body } : body);
}

function queryOf(query: unknown): string {
  const search = new URLSearchParams(textsOf(query)).toString();
  return search && `?${search}`;
}

function textsOf(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {};
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function replyOf(row: Route, { status, text }: TransportAnswer): unknown {
  const schema = row.minimalReply ?? row.reply;
  if (schema === undefined) return undefined;
  const value = parseJson(text);
  // Not our server's answer: perhaps the page on which a network asks people to sign in.
  if (value === undefined) throw new TypeError('The answer is no JSON');
  const reply = schema.safeParse(value);
  // The server is newer than this page and answers in another shape.
  if (!reply.success) throw new ApiError(status, { error_message: OUT_OF_DATE });
  return reply.data;
}

/** The error of an answer whose status is not 2xx. */
export function apiFailure({ status, text, retryAfter }: TransportAnswer): ApiError {
  // The text of a 500 helps nobody, be it the server's or a proxy's. Source: docs/requirements/screens.md 8.
  const usable = status === 500 ? '' : text;
  const body = errorBodySchema.safeParse(parseJson(usable));
  return new ApiError(status, body.success ? body.data : fallbackBody(usable), secondsOf(retryAfter));
}

// A proxy may send a date instead of seconds: 'Wed, 21 Oct 2026 07:28:00 GMT'. Source: RFC 9110, 10.2.3.
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

// Reads an answer that is a proxy's page, or has the older shape with only `message`.
function fallbackBody(text: string): ErrorBody {
  const older = z.object({ message: z.string() }).safeParse(parseJson(text));
  return { error_message: older.success ? older.data.message : ERROR_MESSAGES.server };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
