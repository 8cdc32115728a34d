import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { admits } from '#contract/access.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { API_BASE, MINIMAL, type MultipartRule, type Route, SUDO_MS } from '#contract/route.ts';
import { planHasEnded } from '#contract/school.ts';
import { closedForOwner, closedForStaff } from '#contract/school-closure.ts';
import { hasFactor } from '#contract/sign-in/ways.ts';
import type { AppContext } from '#server/context.ts';
import { actAsToken } from '#server/platform/acting-token.ts';
import { CallerLimits, takesTurns } from '#server/platform/gate/caller-limits.ts';
import { sendJson } from '#server/platform/http/compressed/send-json.ts';
import { type AuthenticateToken, admitToken, apiTokenOf } from './api-token.ts';
import { BODY_LIMIT, LargeBody } from './body.ts';
import {
  confirmNeeded,
  conflict,
  forbidden,
  passwordChangeDue,
  planEnded,
  type Refusal,
  secondFactorDue,
  signInNeeded,
  suspended,
  tooLarge,
  unsupportedType,
} from './errors.ts';
import type { AuthenticatedCaller, BufferedFile, Caller, Handler } from './handle.ts';
import { readBody, readParams, readQuery } from './input.ts';
import { isMultipart, readMultipart } from './multipart.ts';
import { tokenOf } from './tokens.ts';
import { noteAccount } from './uncaught.ts';

// The allowance for boundaries, headers and fields of a multipart body, besides its file.
const MULTIPART_ROOM = 256 * 1024;

/** Finds the caller of a session token in the database; null if the token is invalid or expired. */
type Authenticate = (context: AppContext, token: string) => Promise<AuthenticatedCaller | null>;

/** Finds callers, and how they can confirm who they are. */
export interface Front {
  readonly authenticate: Authenticate;
  /** Finds the caller of an API token. */
  readonly authenticateToken: AuthenticateToken;
  /** The ways in which a person can confirm who they are. */
  readonly confirmWays: (context: AppContext, personId: string) => Promise<readonly string[]>;
}

/** The common parts of all mounted calls. */
interface Mounting extends Front {
  readonly limits: CallerLimits;
}

/** Mounts every route of `table` with its handler. Throws if a route has no handler, or a handler no route. */
export function mountRoutes(
  app: FastifyInstance,
  context: AppContext,
  table: readonly Route[],
  handlers: readonly Handler[],
  front: Front,
): void {
  checkCoverage(table, handlers);
  const mounting = { ...front, limits: new CallerLimits(context.clock) };
  for (const handler of handlers.filter(({ row }) => !row.rawBody)) mount(app, context, handler, mounting);
  app.register((inner, _, done) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    for (const handler of handlers.filter(({ row }) => row.rawBody)) mount(inner, context, handler, mounting);
    done();
  });
}

function checkCoverage(table: readonly Route[], handlers: readonly Handler[]): void {
  const mounted = handlers.map(({ row }) => row);
  const without = table.filter((row) => !mounted.includes(row));
  const unexpected = mounted.filter((row, index) => !table.includes(row) || mounted.indexOf(row) !== index);
  const named = (rows: readonly Route[]) => rows.map(({ method, path }) => `${method} ${path}`).join(', ');
  if (without.length > 0) throw new Error(`Calls without a handler: ${named(without)}`);
  if (unexpected.length > 0)
    throw new Error(
      `Handlers of calls that are not in the contract, or are answered twice: ${named(unexpected)}`,
    );
}

function mount(
  app: FastifyInstance,
  context: AppContext,
  { row, run, known }: Handler,
  { limits, ...front }: Mounting,
): void {
  // Access is decided before the body is read. The result is used afterwards.
  const admissions = new WeakMap<FastifyRequest, Admission & { readonly params: unknown }>();
  const url = row.root ? row.path : API_BASE + row.path;
  const bodyLimit = row.bodyLimit ?? BODY_LIMIT;
  if (row.changesState) rejectHead(app, url);
  app.route({
    method: row.method,
    url,
    bodyLimit,
    exposeHeadRoute: !row.changesState,
    onRequest: async (request, reply) => {
      const call = { request, reply, bodyLimit };
      const isForAnybody = admits(row.access, null);
      if (isForAnybody) limits.applyToAnybody(call);
      const admission = isForAnybody
        ? ANYBODY
        : await limits.apply(call, async () => {
            const caller = knownCaller(row, request, known);
            if (caller !== null) return { caller, refused: null };
            return await admit(context, row, call, front);
          });
      if (row.sudo === true && admission.refused !== null) throw admission.refused;
      admissions.set(request, { ...admission, params: readParams(row, request.params) });
      rejectLargeUpload(row, request);
      limits.requireTurn(admission.caller, { request, reply });
    },
    handler: async (request, reply) => {
      const { caller, params, refused } = admissions.get(request) ?? { ...ANYBODY, params: undefined };
      const query = readQuery(row, request.query);
      const isMinimal = asksForMinimal(row, request);
      const act = async () => {
        const { body, files } = await bodyOf(row, request);
        if (refused !== null && changesSome(row, body)) throw refused;
        return await run({ row, caller, params, query, body, files, isMinimal, request, reply });
      };
      const asCaller = caller?.tokenName === undefined ? act : () => actAsToken(caller.tokenName ?? '', act);
      const work = row.whenDiskFull ? () => context.database.smallWrites(asCaller) : asCaller;
      const answer = takesTurns(request.body) ? await limits.inTurn(caller, request, work) : await work();
      return await send(isMinimal ? row.minimalReply : row.reply, row, { request, reply }, answer);
    },
  });
}

// Fastify would answer HEAD by running the handler of GET, with its side effects.
function rejectHead(app: FastifyInstance, url: string): void {
  app.head(url, async (_, reply) => await reply.code(405).header('allow', 'GET').send());
}

/** The caller, and the 403 if a session left open is not enough for the route; null if it is. */
interface Admission {
  readonly caller: Caller | null;
  readonly refused: Refusal | null;
}
const ANYBODY: Admission = { caller: null, refused: null };

// Whether the body has a field, or a value of one, that needs a fresh confirmation.
function changesSome({ sudo }: Route, body: unknown): boolean {
  if (sudo === undefined || sudo === true || typeof body !== 'object' || body === null) return false;
  const isGrave = isList(sudo)
    ? (field: string) => sudo.includes(field)
    : (field: string, value: unknown) => sudo[field]?.some((grave) => grave === value) === true;
  return Object.entries(body).some(([field, value]) => value !== undefined && isGrave(field, value));
}

function isList<T>(given: readonly T[] | Readonly<Record<string, unknown>>): given is readonly T[] {
  return Array.isArray(given);
}

/** The caller, if they were admitted a moment ago and the route needs no more: the feature that knows them soon checks again. */
function knownCaller(row: Route, { headers }: FastifyRequest, known: Handler['known']): Caller | null {
  const token = known === undefined ? null : tokenOf(headers.authorization);
  const caller = token === null ? null : (known?.(token) ?? null);
  return caller !== null &&
    row.sudo === undefined &&
    !row.needsPlan &&
    !row.needsOpenSchool &&
    admits(row.access, caller)
    ? caller
    : null;
}

/** Returns the caller, or throws if the route does not admit them. Reads session, role and plan from the database. */
async function admit(
  context: AppContext,
  row: Route,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  front: Front,
): Promise<Admission> {
  const authenticated = await findCaller(context, row, call, front);
  noteAccount(authenticated.caller.personId);
  if (authenticated.needChangePassword && !row.whilePasswordDue) throw passwordChangeDue();
  if (authenticated.secondFactorDue && !row.whileSecondFactorDue) throw secondFactorDue();
  if (!admits(row.access, authenticated.caller))
    throw row.access === 'without_school' ? conflict(ERROR_MESSAGES.hasSchool) : forbidden();
  if (authenticated.closesOn !== null)
    rejectInClosedSchool(row, authenticated.caller, authenticated.closesOn);
  if (authenticated.suspendedFor !== null && row.method !== 'GET' && !row.whileSuspended)
    throw suspended(authenticated.suspendedFor);
  if (row.needsPlan && authenticated.plan !== null && planHasEnded(authenticated.plan, context.clock.now()))
    throw planEnded(authenticated.plan.status === 'trial');
  const refused = row.sudo === undefined ? null : await refuseUnconfirmed(context, authenticated, front);
  return { caller: authenticated.caller, refused };
}

/** The 403 for a session that was left open, or opened without the second factor that the person has now. */
async function refuseUnconfirmed(
  context: AppContext,
  { caller, confirmedAt, isStrong }: AuthenticatedCaller,
  { confirmWays }: Front,
): Promise<Refusal | null> {
  const isFresh = context.clock.now().getTime() - confirmedAt.getTime() <= SUDO_MS;
  if (isFresh && isStrong) return null;
  const ways = await confirmWays(context, caller.personId);
  return isFresh && !hasFactor(ways) ? null : confirmNeeded(ways);
}

async function findCaller(
  context: AppContext,
  row: Route,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { authenticate, authenticateToken }: Front,
): Promise<AuthenticatedCaller> {
  const { authorization } = request.headers;
  const ofSchool = apiTokenOf(authorization);
  if (ofSchool !== null)
    return await admitToken(context, row, reply, { token: ofSchool, authenticate: authenticateToken });
  const token = tokenOf(authorization);
  const found = token === null ? null : await authenticate(context, token);
  if (found === null) throw signInNeeded();
  return found;
}

// Staff cannot use a closed school. Its owner can read, download and reopen it, but not publish, send or pay.
function rejectInClosedSchool(row: Route, { role }: Caller, day: string): void {
  if (role !== 'owner') throw forbidden(closedForStaff(day));
  if (row.needsPlan || row.needsOpenSchool) throw forbidden(closedForOwner(day));
}

function rejectLargeUpload({ multipart }: Route, request: FastifyRequest): void {
  if (multipart === undefined || !isMultipart(request)) return;
  if (Number(request.headers['content-length'] ?? 0) > multipart.maxBytes + MULTIPART_ROOM)
    throw tooLarge(ERROR_MESSAGES.fileTooLarge);
}

interface ReadBody {
  readonly body: unknown;
  readonly files: Readonly<Record<string, BufferedFile>>;
}

async function bodyOf(row: Route, request: FastifyRequest): Promise<ReadBody> {
  const { multipart } = row;
  // The handler reads the bytes itself.
  if (row.rawBody) return { body: undefined, files: {} };
  if (isMultipart(request)) {
    if (multipart === undefined) throw unsupportedType(ERROR_MESSAGES.malformed);
    return await multipartBodyOf(row, multipart, request);
  }
  if (multipart !== undefined && row.body === undefined) throw unsupportedType(ERROR_MESSAGES.malformed);
  const body = request.body instanceof LargeBody ? await request.body.parse() : request.body;
  return { body: readBody(row, body), files: {} };
}

async function multipartBodyOf(row: Route, rule: MultipartRule, request: FastifyRequest): Promise<ReadBody> {
  // The handler reads the stream itself.
  if (rule.mode === 'stream') return { body: undefined, files: {} };
  const { body, files } = await readMultipart(request, row, rule);
  return { body: readBody(row, body), files };
}

function streamTypeOf({ stream, progress, events }: Route): string | undefined {
  return stream ?? progress ?? (events && 'text/event-stream');
}

// In any case, also with quotes and parameters. Source: RFC 7240, 2.
const PREFERS_MINIMAL = /^\s*return\s*=\s*("?)minimal\1\s*(?:;|$)/i;

function asksForMinimal({ minimalReply }: Route, { headers }: FastifyRequest): boolean {
  // Preferences are separated by commas; Node joins repeated headers.
  const preferences = String(headers.prefer ?? '').split(',');
  return minimalReply !== undefined && preferences.some((each) => PREFERS_MINIMAL.test(each));
}

// Serialised by the row's schema, so that only fields of the contract are sent.
async function send(
  schema: z.ZodType | undefined,
  row: Route,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  answer: unknown,
): Promise<FastifyReply> {
  reply.code(row.status).header('cache-control', 'no-store');
  if (answer instanceof Readable)
    return reply.type(streamTypeOf(row) ?? 'application/octet-stream').send(answer);
  if (schema === undefined) return reply.send();
  if (schema === row.minimalReply) reply.header('preference-applied', MINIMAL);
  return await sendJson(schema.parse(answer), request, reply);
}
