import { setTimeout as wait } from 'node:timers/promises';
import { pathOf, type Route } from '#contract/route.ts';
import { type Program, startProgram } from './program.ts';
import type { Place } from './seed.ts';

/** One run of the whole program, from its start until it is killed. */
export interface Life {
  readonly program: Program;
  readonly url: string;
}

/** Starts the program in a place and waits until it listens. */
export async function begin({ environment }: Place): Promise<Life> {
  const program = startProgram(environment);
  return { program, url: await program.url };
}

/** kill -9: no time to clean up. */
export async function kill({ program }: Life): Promise<void> {
  program.signal('SIGKILL');
  await program.ended;
}

/** What was answered; null when the program died meanwhile. */
export async function call(
  life: Life,
  row: Route,
  {
    params = {},
    body,
    token,
  }: {
    readonly params?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly token?: string;
  },
): Promise<Response | null> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  return await fetch(life.url + pathOf(row, params), { method: row.method, headers, ...json }).catch(
    () => null,
  );
}

/** The text of an answer; null when the program died before it was whole. Throws when it is a refusal. */
export async function textOf(response: Response | null): Promise<string | null> {
  // Half an answer is none.
  const text = await response?.text().catch(() => null);
  if (response === null || !text) return null;
  if (!response.ok) throw new Error(text);
  return text;
}

/** Counts what was answered, and tells when it is time to die: after some work, at a random moment of the next. */
export class Work {
  done = 0;
  async some(most: number): Promise<void> {
    const wanted = 1 + Math.random() * most;
    while (this.done < wanted) await wait(2);
    await wait(Math.random() * 30);
  }
}
