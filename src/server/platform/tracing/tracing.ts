import { setTimeout as wait } from 'node:timers/promises';
import type { Attributes, Tracer } from '@opentelemetry/api';

/**
 * Traces by OpenTelemetry, for operators who set its standard variables. Without them nothing of it is loaded. Spans
 * contain no name, address, or content: routes as patterns, statements without values, the kinds of errors.
 */

type Api = typeof import('@opentelemetry/api');

/** The API and the tracer that create spans. */
export interface Tracing {
  readonly api: Api;
  readonly tracer: Tracer;
}

let tracing: Tracing | null = null;
let shutDown: (() => Promise<void>) | null = null;

/** Null while tracing is off. */
export function currentTracing(): Tracing | null {
  return tracing;
}

const FLUSH_MS = 1000;
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

/** Starts tracing if the variables name a collector. Call it before the database is opened. */
export async function startTracing(environment: NodeJS.ProcessEnv, process: string | null): Promise<void> {
  if (!ENDPOINTS.some((name) => environment[name])) return;
  if (environment.OTEL_SDK_DISABLED === 'true' || environment.OTEL_TRACES_EXPORTER === 'none') return;
  const { startSdk } = await import('./sdk.ts');
  shutDown = startSdk(process);
  const api = await import('@opentelemetry/api');
  tracing = { api, tracer: api.trace.getTracer('inkwell') };
}

/** Sends the remaining spans, for a second at most. An unavailable collector does not prevent stopping. */
export async function stopTracing(): Promise<void> {
  tracing = null;
  const stopped = shutDown?.().catch(() => undefined);
  await Promise.race([stopped, wait(FLUSH_MS, undefined, { ref: false })]);
}

/** Runs work in its own span. */
export async function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (tracing === null) return await work();
  const { api, tracer } = tracing;
  return await tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setAttribute('error.type', errorClass(error));
      span.setStatus({ code: api.SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The class of an error, or PostgreSQL's code. Messages may contain addresses. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
}
