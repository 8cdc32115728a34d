import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/platform/db/client.ts';
import type { Program } from '#test/program.ts';

/** The servers that the writers of a history reach: routes in this process, or programs by HTTP. */

export interface Answer {
  readonly status: number;
  readonly text: string;
}
interface Asked {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  readonly token: string;
  readonly body?: string | undefined;
}
export interface Server {
  ask(asked: Asked): Promise<Answer>;
  /** Opens a stream of events; `onData` gets the JSON of each. Returns the function that closes it, or the refusal. */
  follow(asked: Asked, onData: (json: string) => void, onEnd: () => void): Promise<(() => void) | Answer>;
  /** Dies before or after it has done the call, unanswered; resolves once it runs again. `chance` is from 0 to 1. */
  dieAt(asked: Asked, chance: number): Promise<void>;
}

/** A database whose process can die at the end of a transaction, which is then not committed. */
export function mortal(database: Database): { readonly database: Database; isDying: boolean } {
  const own = {
    isDying: false,
    database: new Proxy(database, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        if (key === 'transaction')
          return <Result>(work: () => Promise<Result>) =>
            target.transaction(async () => {
              const result = await work();
              if (own.isDying) throw new Error('The process has died');
              return result;
            });
        return typeof member === 'function' ? member.bind(target) : member;
      },
    }),
  };
  return own;
}

/** The routes of an application on a mortal database. When it dies, the holders of its streams drop them. */
export function routesOf(app: FastifyInstance, life: ReturnType<typeof mortal>): Server {
  const request = ({ method, path, token, body }: Asked) => ({
    method: method === 'PATCH' ? ('PATCH' as const) : ('GET' as const),
    url: path,
    headers: headersOf(token, body),
    ...(body !== undefined && { payload: body }),
  });
  return {
    async ask(asked) {
      const { statusCode: status, payload: text } = await app.inject(request(asked));
      return { status, text };
    },
    async follow(asked, onData, onEnd) {
      const stop = new AbortController();
      const answer = await app.inject({ ...request(asked), payloadAsStream: true, signal: stop.signal });
      const read = eventReader(onData);
      const stream = answer.stream();
      stream.on('data', (part) => read(String(part)));
      stream.on('close', onEnd);
      stream.on('error', () => undefined);
      if (answer.statusCode !== 200) return { status: answer.statusCode, text: '{}' };
      return () => stop.abort();
    },
    async dieAt(asked, chance) {
      life.isDying = chance < 0.5;
      await app.inject(request(asked));
      life.isDying = false;
    },
  };
}

/** In milliseconds: by then a save is under way, or just done. */
const DIES_WITHIN = 25;

/** A program that can be started again. `own` is the process's `fetch`. */
export function startServer(url: string, start: () => Program, own: typeof fetch) {
  let program = start();
  const server: Server = {
    ...programAt(url, own),
    async dieAt({ method, path, token, body = '' }, chance) {
      const asked = own(url + path, { method, headers: headersOf(token, body), body });
      const answered = asked.then((answer) => answer.text()).catch(() => '');
      await wait(chance * DIES_WITHIN);
      program.signal('SIGKILL');
      await Promise.all([program.ended, answered]);
      program = start();
      await program.url;
    },
  };
  return { server, program: () => program };
}

/** A program's calls by HTTP. `own` is the process's `fetch`. */
function programAt(url: string, own: typeof fetch): Omit<Server, 'dieAt'> {
  return {
    async ask({ method, path, token, body }) {
      const answer = await own(url + path, {
        method,
        headers: headersOf(token, body),
        ...(body !== undefined && { body }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    async follow({ path, token }, onData, onEnd) {
      const stop = new AbortController();
      const answer = await own(url + path, { headers: headersOf(token), signal: stop.signal });
      if (!answer.ok || answer.body === null) return { status: answer.status, text: await answer.text() };
      const read = eventReader(onData);
      const { body } = answer;
      const readAll = async () => {
        for await (const part of body.pipeThrough(new TextDecoderStream())) read(part);
      };
      readAll().then(onEnd, onEnd);
      return () => stop.abort();
    },
  };
}

function headersOf(token: string, body?: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

function eventReader(onData: (json: string) => void): (part: string) => void {
  let text = '';
  return (part) => {
    const events = (text + part).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) onData(event.slice('data: '.length));
  };
}
