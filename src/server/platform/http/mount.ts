import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admits } from '#contract/access.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { API_BASE, type MultipartRule, type Route } from '#contract/route.ts';
import { planHasEnded, type SubscriptionStatus } from '#contract/school.ts';
import { closedForOwner, closedForStaff } from '#contract/school-closure.ts';
import type { AppContext } from '#server/context.ts';
import {
  conflict,
  forbidden,
  passwordChangeDue,
  planEnded,
  signInNeeded,
  tooLarge,
  unsupportedType,
} from './errors.ts';
import type { Caller, Handler, ReceivedFile } from './handle.ts';
import { readBody, readParams, readQuery } from './input.ts';
import { isUpload, readMultipart } from './multipart.ts';
import { tokenOf } from './tokens.ts';

/** A JSON body in bytes, where a row does not say otherwise. Source: docs/requirements/calls.md 4.1. */
export const BODY_LIMIT = 64 * 1024;
// Boundaries, headers and fields of a multipart body, on top of its file.
const MULTIPART_ROOM = 256 * 1024;

/** Who calls, and what else decides about the call. */
export interface Visit {
  readonly caller: Caller;
  readonly needChangePassword: boolean;
  /** Null without a school. */
  readonly plan: { readonly status: SubscriptionStatus; readonly endsAt: Date | null } | null;
  /** The day on which the caller's school will be deleted, DD/MM/YYYY; null while it is open. */
  readonly closesOn: string | null;
}

/** Looks up the visit of a session's token in the database; null for a token that is not valid. */
export type FindVisit = (context: AppContext, token: string) => Promise<Visit | null>;

/** Mounts every row of a table with its handler. Throws when a row has none, or a handler no row. */
export function mountRoutes(
  app: FastifyInstance,
  context: AppContext,
  table: readonly Route[],
  handlers: readonly Handler[],
  findVisit: FindVisit,
): void {
  refuseGaps(table, handlers);
  for (const handler of handlers.filter(({ row }) => !row.rawBody)) mount(app, context, handler, findVisit);
  app.register((inner, _, done) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    for (const handler of handlers.filter(({ row }) => row.rawBody))
      mount(inner, context, handler, findVisit);
    done();
  });
}

function refuseGaps(table: readonly Route[], handlers: readonly Handler[]): void {
  const mounted = handlers.map(({ row }) => row);
  const without = table.filter((row) => !mounted.includes(row));
  const foreign = mounted.filter((row, index) => !table.includes(row) || mounted.indexOf(row) !== index);
  const named = (rows: readonly Route[]) => rows.map(({ method, path }) => `${method} ${path}`).join(', ');
  if (without.length > 0) throw new Error(`Calls without a handler: ${named(without)}`);
  if (foreign.length > 0)
    throw new Error(
      `Handlers of calls that are not in the contract, or are answered twice: ${named(foreign)}`,
    );
}

function mount(app: FastifyInstance, context: AppContext, { row, run }: Handler, findVisit: FindVisit): void {
  // Decided before the body is read, used after it.
  const admitted = new WeakMap<
    FastifyRequest,
    { readonly caller: Caller | null; readonly params: unknown }
  >();
  const url = row.root ? row.path : API_BASE + row.path;
  if (row.changesState) refuseHead(app, url);
  app.route({
    method: row.method,
    url,
    bodyLimit: row.bodyLimit ?? BODY_LIMIT,
    exposeHeadRoute: !row.changesState,
    onRequest: async (request) => {
      const caller = await admit(context, row, request, findVisit);
      admitted.set(request, { caller, params: readParams(row, request.params) });
      refuseLargeUpload(row, request);
    },
    handler: async (request, reply) => {
      const { caller, params } = admitted.get(request) ?? { caller: null, params: undefined };
      const query = readQuery(row, request.query);
      const { body, files } = await bodyOf(row, request);
      const act = () => run({ row, caller, params, query, body, files, request, reply });
      const answer = row.whenDiskFull ? await context.database.smallWrites(act) : await act();
      return await send(row, reply, answer);
    },
  });
}

// Fastify answers a HEAD by running the handler of the GET.
function refuseHead(app: FastifyInstance, url: string): void {
  app.head(url, async (_, reply) => await reply.code(405).header('allow', 'GET').send());
}

/** Returns the caller if the row admits them. Session, role and plan are read from the database at each call. */
async function admit(
  context: AppContext,
  row: Route,
  { headers }: FastifyRequest,
  findVisit: FindVisit,
): Promise<Caller | null> {
  if (admits(row.access, null)) return null;
  const token = tokenOf(headers.authorization);
  const visit = token === null ? null : await findVisit(context, token);
  if (visit === null) throw signInNeeded();
  if (visit.needChangePassword && !row.whilePasswordDue) throw passwordChangeDue();
  if (!admits(row.access, visit.caller))
    throw row.access === 'without_school' ? conflict(ERROR_MESSAGES.hasSchool) : forbidden();
  if (visit.closesOn !== null) refuseInClosed(row, visit.caller, visit.closesOn);
  if (row.needsPlan && visit.plan !== null && planHasEnded(visit.plan, context.clock.now()))
    throw planEnded(visit.plan.status === 'trial');
  return visit.caller;
}

// Staff cannot use a closed school. Its owner can read, download and reopen it, but not publish, send or pay.
function refuseInClosed(row: Route, { role }: Caller, day: string): void {
  if (role !== 'owner') throw forbidden(closedForStaff(day));
  if (row.needsPlan || (row.access === 'billing' && row.method !== 'GET'))
    throw forbidden(closedForOwner(day));
}

function refuseLargeUpload({ multipart }: Route, request: FastifyRequest): void {
  if (multipart === undefined || !isUpload(request)) return;
  if (Number(request.headers['content-length'] ?? 0) > multipart.maxBytes + MULTIPART_ROOM)
    throw tooLarge(ERROR_MESSAGES.fileTooLarge);
}

interface ReadBody {
  readonly body: unknown;
  readonly files: Readonly<Record<string, ReceivedFile>>;
}

async function bodyOf(row: Route, request: FastifyRequest): Promise<ReadBody> {
  const { multipart } = row;
  // The handler reads the bytes itself.
  if (row.rawBody) return { body: undefined, files: {} };
  if (isUpload(request)) {
    if (multipart === undefined) throw unsupportedType(ERROR_MESSAGES.malformed);
    return await multipartBodyOf(row, multipart, request);
  }
  if (multipart !== undefined && row.body === undefined) throw unsupportedType(ERROR_MESSAGES.malformed);
  return { body: readBody(row, request.body), files: {} };
}

async function multipartBodyOf(row: Route, rule: MultipartRule, request: FastifyRequest): Promise<ReadBody> {
  // The handler reads the stream itself.
  if (rule.mode === 'stream') return { body: undefined, files: {} };
  const { body, files } = await readMultipart(request, row, rule);
  return { body: readBody(row, body), files };
}

// Serialised by the row's schema, so that only what the contract names is sent.
async function send(row: Route, reply: FastifyReply, answer: unknown): Promise<FastifyReply> {
  reply.code(row.status).header('cache-control', 'no-store');
  if (answer instanceof Readable)
    return reply.type(row.stream ?? row.progress ?? 'application/octet-stream').send(answer);
  return row.reply === undefined ? reply.send() : reply.send(row.reply.parse(answer));
}
