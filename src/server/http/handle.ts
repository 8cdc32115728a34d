import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access, Role } from '#contract/access.ts';
import type { Parsed, Route } from '#contract/route.ts';

/** Who makes a call: the session, the person and their standing, read from the database at each call. */
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
export type CallerFor<A extends Access> = A extends 'anyone' | 'provider'
  ? Caller | null
  : A extends 'signed_in' | 'without_school'
    ? Caller
    : Member;

/** A file of a multipart body that was read whole (`mode: 'buffer'`). */
export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

type Slot<R extends Route, K extends 'params' | 'query' | 'body'> = R extends { readonly [P in K]: infer S } ? Parsed<S> : undefined;

/** One call, checked: access granted, input parsed by the row's schemas. */
export interface Call<R extends Route> {
  readonly caller: CallerFor<R['access']>;
  readonly params: Slot<R, 'params'>;
  readonly query: Slot<R, 'query'>;
  readonly body: Slot<R, 'body'>;
  readonly files: Readonly<Record<string, ReceivedFile>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<R extends Route> = R extends { readonly reply: infer S extends z.ZodType } ? z.input<S> : undefined;

/** A row with what answers it, for the mount. */
export interface Handler {
  readonly row: Route;
  readonly run: (call: Call<Route>) => Promise<unknown>;
}
