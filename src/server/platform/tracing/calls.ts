import type { Context, Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentTracing } from './tracing.ts';

/**
 * Traces every call by its route. A trace that the caller began is continued only if `continues`, which is for proxies
 * of the operator: otherwise a stranger could have any call recorded.
 */
export function traceCalls(app: FastifyInstance, continues: boolean): void {
  const tracing = currentTracing();
  if (tracing === null) return;
  const { context, propagation, trace, ROOT_CONTEXT, SpanKind, SpanStatusCode } = tracing.api;
  const calls = new WeakMap<FastifyRequest, { readonly span: Span; readonly within: Context }>();
  app.addHook('onRequest', (request, _, done) => {
    const parent = continues ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'inkwell.request_id': request.id,
    };
    const span = tracing.tracer.startSpan(
      `${method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      parent,
    );
    const within = trace.setSpan(parent, span);
    calls.set(request, { span, within });
    context.with(within, done);
  });
  // Reading the body loses the context.
  app.addHook('preValidation', (request, _, done) => {
    context.with(calls.get(request)?.within ?? ROOT_CONTEXT, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = calls.get(request)?.span;
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
