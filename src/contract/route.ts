import type { z } from 'zod';
import type { TokenScope } from '#contract/api/scopes.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { Access } from './access.ts';

/** How long a person's identity is not asked for again, in milliseconds, counted from the log-in or the last confirmation. */
export const SUDO_MS = 10 * MINUTE_MS;

/** The base path of the API. Routes marked `root` (health) are outside it. */
export const API_BASE = '/api/v1';

/** How a multipart body is read. Fields are named `wrapper[name]`, or `name` without a wrapper. */
export interface MultipartRule {
  /** Names of the parts that may be files. */
  readonly files: readonly string[];
  /** `stream`: the handler reads the file as a stream. `buffer`: it gets the whole file, at most `maxBytes`. */
  readonly mode: 'stream' | 'buffer';
  readonly maxBytes: number;
}

/** A call of the API. Its method, path, access, input and output are declared nowhere else. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without the base path; parameters as `:name`. */
  readonly path: string;
  readonly root?: true;
  readonly access: Access;
  /** The scope that an API token needs for the call. Without it, the call takes no tokens: only people can make it. */
  readonly token?: TokenScope;
  /** The handler refuses all callers that `access` admits, except for the author. */
  readonly ofAuthor?: true;
  /** A contributor is admitted only to newsletters in which they have a part. The handler calls `requireOwnPart`. */
  readonly ofPart?: true;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The body's schema, without its wrapper. */
  readonly body?: z.ZodType;
  /** The key around the body: `{ user: … }`. */
  readonly wrapper?: string;
  /** The body is also accepted without the wrapper. */
  readonly wrapperOptional?: true;
  readonly multipart?: MultipartRule;
  /** The handler gets the unparsed body in `request.body`, to verify a signature over its bytes. */
  readonly rawBody?: true;
  /** In bytes; the default is 64 KiB. */
  readonly bodyLimit?: number;
  readonly status: 200 | 201 | 202 | 204;
  readonly reply?: z.ZodType;
  /**
   * The shorter reply for a client that knows the rest and sends `Prefer: return=minimal`. Source: RFC 7240, 4.2. Our
   * own pages always do.
   */
  readonly minimalReply?: z.ZodType;
  /**
   * If the client accepts this content type, the reply is streamed as JSON lines: progress first, the reply or an
   * error last.
   */
  readonly progress?: string;
  /** The content type of a file that the handler streams instead of a JSON reply. */
  readonly stream?: string;
  /**
   * Each event of a stream of server-sent events (`text/event-stream`), which stays open. Between events the server sends
   * comments. Only `data` is used.
   */
  readonly events?: z.ZodType;
  /** A GET with side effects. HEAD, which link scanners and prefetchers send, is refused with 405. */
  readonly changesState?: true;
  /** Refused with 402 when the school's trial or subscription has ended. */
  readonly needsPlan?: true;
  /**
   * Refused in a closed school, as is everything that `needsPlan`: nobody pays for it. All calls that create or change
   * something there are marked; reading, removing and calls about the person's own account are not.
   */
  readonly needsOpenSchool?: true;
  /** Allowed in a suspended school although it is no GET: it concerns only the person, or removes something. */
  readonly whileSuspended?: true;
  /** Works while the disk is full: it frees space, or needs almost none. */
  readonly whenDiskFull?: true;
  /**
   * Refused with 403 `confirm_needed` unless the person has confirmed their identity within `SUDO_MS`: always, only if
   * the body has one of these fields, or only if a field of it has one of these values.
   */
  readonly sudo?: true | readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Allowed while the school requires a second factor that the session has not shown: see docs/decisions/050-asking-again.md. */
  readonly whileSecondFactorDue?: true;
  /** Allowed while a password change is due. */
  readonly whilePasswordDue?: true;
}

/** Declares a route and keeps its exact types. */
export function route<const R extends Route>(row: R): R {
  return row;
}

/** The type of parsed params, query or body; `undefined` without a schema. */
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The preference by which a client asks for a row's `minimalReply`, as written in `Prefer` and `Preference-Applied`. */
export const MINIMAL = 'return=minimal';

/** A route's full path with its parameters filled in, percent-encoded. */
export function pathOf(row: Route, params: Readonly<Record<string, string>> = {}): string {
  const path = row.path.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return row.root ? path : API_BASE + path;
}
