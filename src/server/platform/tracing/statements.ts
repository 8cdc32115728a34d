import type { Span } from '@opentelemetry/api';
import type { ClientBase } from 'pg';
import { currentTracing, errorClass, type Tracing } from './tracing.ts';

const TEXT_MAX = 500;
const LITERALS = /'(?:[^']|'')*'/g;

/** Traces the statements of a connection that belong to a call, a job or anything else that is traced. */
export function traceStatements(client: ClientBase): void {
  const tracing = currentTracing();
  if (tracing === null) return;
  const query: (...given: unknown[]) => unknown = client.query.bind(client);
  const value = (...given: unknown[]) => {
    const text = textOf(given[0]);
    const isOwn = tracing.api.trace.getActiveSpan() !== undefined;
    return text !== null && isOwn ? inSpan(tracing, text, query, given) : query(...given);
  };
  Object.defineProperty(client, 'query', { value, writable: true, configurable: true });
}

function textOf(first: unknown): string | null {
  if (typeof first === 'string') return first;
  if (typeof first !== 'object' || first === null || 'submit' in first || !('text' in first)) return null;
  return typeof first.text === 'string' ? first.text : null;
}

// The pool calls the driver with a callback, all others for a promise.
function inSpan(
  tracing: Tracing,
  text: string,
  query: (...given: unknown[]) => unknown,
  given: readonly unknown[],
): unknown {
  const span = tracing.tracer.startSpan(/^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY', {
    kind: tracing.api.SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.text': text.replace(LITERALS, '?').slice(0, TEXT_MAX),
    },
  });
  const last = given.at(-1);
  if (typeof last === 'function') {
    const done = (error: unknown, ...results: unknown[]) => {
      endSpan(tracing, span, error);
      return Reflect.apply(last, undefined, [error, ...results]);
    };
    return query(...given.slice(0, -1), done);
  }
  const result = query(...given);
  if (result instanceof Promise)
    result.then(
      () => endSpan(tracing, span, null),
      (error: unknown) => endSpan(tracing, span, error),
    );
  else span.end();
  return result;
}

function endSpan({ api }: Tracing, span: Span, error: unknown): void {
  if (error) {
    span.setAttribute('db.response.status_code', errorClass(error));
    span.setStatus({ code: api.SpanStatusCode.ERROR });
  }
  span.end();
}
