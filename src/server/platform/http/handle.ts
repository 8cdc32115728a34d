import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access, Role } from '#contract/access.ts';
import type { Parsed, Route } from '#contract/route.ts';

/** Who makes a call: session, person, school and role, read from the database at each call. */
export interface Caller {
  readonly sessionId: string;
  readonly personId: string;
  readonly schoolId: string | null;
  readonly role: Role | null;
}

/** A caller with a school. */
export interface Member extends Caller {
  readonly schoolId: string;
  readonly role: Role;
}

/** What a row's access guarantees about its caller. */
type CallerFor<A extends Access> = A extends 'anyone' | 'provider'
  ? null
  : A extends 'signed_in' | 'without_school'
    ? Caller
    : Member;

/** A file of a multipart body, read into memory (`mode: 'buffer'`). */
export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

type Slot<R extends Route, K extends 'params' | 'query' | 'body'> = R extends { readonly [P in K]: infer S }
  ? Parsed<S>
  : undefined;

/** One call, checked: access granted, input parsed by the row's schemas. */
export interface Call<R extends Route> {
  readonly row: R;
  readonly caller: CallerFor<R['access']>;
  readonly params: Slot<R, 'params'>;
  readonly query: Slot<R, 'query'>;
  /** A body field that was sent as a file holds the file's name. */
  readonly body: Slot<R, 'body'>;
  readonly files: Readonly<Record<string, ReceivedFile>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What a row's handler resolves to: the input of its reply schema, the bytes of its stream, or nothing. */
export type Answer<R extends Route> = R extends { readonly stream: string }
  ? Readable
  : R extends { readonly reply: infer S extends z.ZodType }
    ? z.input<S> | (R extends { readonly progress: string } ? Readable : never)
    : void;

/** A call as the mount passes it on: checked against `row`, not yet typed. */
interface CheckedCall {
  readonly row: Route;
  readonly caller: Caller | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly files: Readonly<Record<string, ReceivedFile>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A row of the contract and its handler, for the mount. */
export interface Handler {
  readonly row: Route;
  readonly run: (call: CheckedCall) => Promise<unknown>;
}

/** Defines the handler of a row. The types of call and answer are inferred from the row. */
export function handle<R extends Route>(row: R, run: (call: Call<R>) => Promise<Answer<R>>): Handler {
  return {
    row,
    run: async (call) => {
      if (!isCallOf(row, call))
        throw new Error(`A call of ${call.row.path} reached the handler of ${row.path}`);
      return await run(call);
    },
  };
}

// The only place where a call gets its types. The mount has parsed every part by the row in the call, so if that is
// the same row, the parts match its schemas.
function isCallOf<R extends Route>(row: R, call: CheckedCall): call is CheckedCall & Call<R> {
  return call.row === row;
}
