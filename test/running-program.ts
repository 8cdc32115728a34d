import { setTimeout as wait } from 'node:timers/promises';
import { pathOf, type Route } from '#contract/route.ts';
import { type Program, startProgram } from './program.ts';
import type { TestInstallation } from './seed.ts';

/** A running program with its URL. */
export interface RunningProgram {
  readonly program: Program;
  readonly url: string;
}

/** Starts the program and waits until it listens. */
export async function startAndWait({ environment }: TestInstallation): Promise<RunningProgram> {
  const program = startProgram(environment);
  return { program, url: await program.url };
}

/** kill -9: no time to clean up. */
export async function kill({ program }: RunningProgram): Promise<void> {
  program.signal('SIGKILL');
  await program.ended;
}

/** Makes a call; null if the program died meanwhile. */
export async function call(
  running: RunningProgram,
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
  return await fetch(running.url + pathOf(row, params), { method: row.method, headers, ...json }).catch(
    () => null,
  );
}

/** The text of an answer; null if the program died before the end of it. Throws for an error answer. */
export async function textOf(response: Response | null): Promise<string | null> {
  // A partial answer counts as none.
  const text = await response?.text().catch(() => null);
  if (response === null || !text) return null;
  if (!response.ok) throw new Error(text);
  return text;
}

/** Counts answers, and waits for a random moment to kill the program. */
export class AnswerCounter {
  done = 0;
  async some(most: number): Promise<void> {
    const wanted = 1 + Math.random() * most;
    while (this.done < wanted) await wait(2);
    await wait(Math.random() * 30);
  }
}
