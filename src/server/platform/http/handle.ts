import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access, Role } from '#contract/access.ts';
import type { Parsed, Route } from '#contract/route.ts';
import type { SubscriptionStatus } from '#contract/school.ts';

/** The caller, read from the database at each call. */
export interface Caller {
  /** For an API token: the token's id. */
  readonly sessionId: string;
  readonly personId: string;
  readonly schoolId: string | null;
  readonly role: Role | null;
  /** The API token by which the school's owner calls; absent in a session. */
  readonly tokenName?: string;
}

/** A caller with a school. */
export interface Member extends Caller {
  readonly schoolId: string;
  readonly role: Role;
}

/** A caller, with the other facts that decide about access. */
export interface AuthenticatedCaller {
  readonly caller: Caller;
  readonly needChangePassword: boolean;
  /** Whether the session has shown a second factor. */
  readonly isStrong: boolean;
  /** Whether the school already requires a second factor that the session has not shown. */
  readonly secondFactorDue: boolean;
  /** When the person last confirmed in this session who they are: by opening it, or later on request. */
  readonly confirmedAt: Date;
  /** Null without a school. */
  readonly plan: { readonly status: SubscriptionStatus; readonly endsAt: Date | null } | null;
  /** The day on which the caller's closed school will be erased, DD/MM/YYYY; null while it is open. */
  readonly closesOn: string | null;
  /** Why the caller's school is suspended; null while it is not. */
  readonly suspendedFor: string | null;
}

/** The caller that a route's access guarantees. */
type CallerFor<A extends Access> = A extends 'anyone' | 'provider'
  ? null
  : A extends 'signed_in' | 'without_school'
    ? Caller
    : Member;

/** A file of a multipart body, read into memory (`mode: 'buffer'`). */
export interface BufferedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

type ParsedPart<R extends Route, K extends 'params' | 'query' | 'body'> = R extends {
  readonly [P in K]: infer S;
}
  ? Parsed<S>
  : undefined;

/** A checked call: access is granted, and input is parsed by the route's schemas. */
export interface Call<R extends Route> {
  readonly row: R;
  readonly caller: CallerFor<R['access']>;
  readonly params: ParsedPart<R, 'params'>;
  readonly query: ParsedPart<R, 'query'>;
  /** For a field that was sent as a file, this holds the file's name. */
  readonly body: ParsedPart<R, 'body'>;
  readonly files: Readonly<Record<string, BufferedFile>>;
  /** Whether the client wants the row's `minimalReply`. */
  readonly isMinimal: boolean;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The result of a route's handler: the input of its reply schema, its stream, or nothing. */
export type Answer<R extends Route> = R extends { readonly stream: string } | { readonly events: z.ZodType }
  ? Readable
  : R extends { readonly reply: infer S extends z.ZodType }
    ?
        | z.input<S>
        | (R extends { readonly progress: string } ? Readable : never)
        | (R extends { readonly minimalReply: infer M extends z.ZodType } ? z.input<M> : never)
    : void;

/** A call from `mountRoutes`: checked against `row`, but not typed yet. */
interface CheckedCall {
  readonly row: Route;
  readonly caller: Caller | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly files: Readonly<Record<string, BufferedFile>>;
  readonly isMinimal: boolean;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A route of the contract and its handler. */
export interface Handler {
  readonly row: Route;
  readonly run: (call: CheckedCall) => Promise<unknown>;
  /** The caller of a session token who was admitted a moment ago, found without the database. */
  readonly known?: ((token: string) => Caller | null) | undefined;
}

/** Defines the handler of a route. The types of call and answer are inferred from the route. */
export function handle<R extends Route>(
  row: R,
  run: (call: Call<R>) => Promise<Answer<R>>,
  known?: Handler['known'],
): Handler {
  return {
    row,
    known,
    run: async (call) => {
      if (!isCallOf(row, call))
        throw new Error(`A call of ${call.row.path} reached the handler of ${row.path}`);
      return await run(call);
    },
  };
}

// The only place where a call gets its types. `mountRoutes` parsed each part by the call's route, so the parts match
// the schemas of the same route.
function isCallOf<R extends Route>(row: R, call: CheckedCall): call is CheckedCall & Call<R> {
  return call.row === row;
}
