import type { z } from 'zod';
import type { Access } from './access.ts';

/** The calls live below this path; rows marked `root` (health) do not. */
export const API_BASE = '/api/v1';

/** How a multipart body is read. Fields are named `wrapper[name]`; without a wrapper, plainly. */
export interface MultipartRule {
  /** Names of the parts that may be files. */
  readonly files: readonly string[];
  /** `stream`: the handler reads the file itself. `buffer`: it arrives whole, at most `maxBytes`. */
  readonly mode: 'stream' | 'buffer';
  readonly maxBytes: number;
}

/** One call: the only place where its method, path, access, input and output stand. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters, without the base path. */
  readonly path: string;
  readonly root?: true;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The body's schema, without its wrapper. */
  readonly body?: z.ZodType;
  /** The key that the body comes in: `{ user: … }`. */
  readonly wrapper?: string;
  /** The same keys without the wrapper are accepted too. */
  readonly wrapperOptional?: true;
  readonly multipart?: MultipartRule;
  /** The handler gets the body as it came, in `request.body`: a signature is over its bytes. */
  readonly rawBody?: true;
  /** In bytes; the default is 64 KiB. */
  readonly bodyLimit?: number;
  readonly status: 200 | 201 | 202 | 204;
  readonly reply?: z.ZodType;
  /** Asked for by this content type, the call tells its progress: one JSON value a line, the reply (or an error) last. */
  readonly progress?: string;
  /** The content type of a file that is sent as it is made, in place of a reply: the handler answers with its bytes. */
  readonly stream?: string;
  /** A GET that changes something; a HEAD, which scanners and programs that look ahead send, is refused with 405. */
  readonly acts?: true;
  /** Refused with 402 when the school's trial or subscription has ended. */
  readonly needsPlan?: true;
  /** Works while the disk is full: what it writes frees room, or takes next to none. */
  readonly whenDiskFull?: true;
  /** Allowed while the person still has to choose a password of their own. */
  readonly whilePasswordDue?: true;
}

/** Declares a row of the table and keeps its exact types. */
export function route<const R extends Route>(row: R): R {
  return row;
}

/** What a call's parsed params, query or body are; `undefined` where the row has none. */
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The full path of a row with its parameters filled in, each percent-encoded. */
export function pathOf(row: Route, params: Readonly<Record<string, string>> = {}): string {
  const path = row.path.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return row.root ? path : API_BASE + path;
}
