import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { MINIMAL, type Route } from '#contract/route.ts';
import { CALLER_LIMITS } from '#contract/rules/caller-limits.ts';
import { createSchool, createStaff } from '#test/factories.ts';
import type { Program } from '#test/program.ts';
import { emptyInstallation, type TestInstallation, withContext } from '#test/seed.ts';
import { callProgram } from '#test/sending.ts';
import { startBuilt } from './start-built.ts';

/** The colleagues who call, and the calls of each before the next one continues: well within a person's minute. */
const COLLEAGUES = 8;
const IN_A_ROW = CALLER_LIMITS.calls / 2;

/** The program in a separate process, with a school and its signed-in owner. */
export interface Running {
  readonly place: TestInstallation;
  readonly program: Program;
  readonly url: string;
  /** The owner's. */
  readonly token: string;
  /** Calls like our own pages, the owner and colleagues in turn. */
  call(row: Route, params: Readonly<Record<string, string>>, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts the program on an empty database. */
export async function startRunning(): Promise<Running> {
  const place = await emptyInstallation();
  const [owner, ...colleagues] = await seedStaff(place);
  const program = startBuilt(place.environment);
  const url = await program.url;
  let calls = 0;
  return {
    place,
    program,
    url,
    token: owner.token,
    call: async (row, params, body) => {
      const turn = Math.floor(calls / IN_A_ROW) % (COLLEAGUES + 1);
      calls += 1;
      const { token } = colleagues[turn - 1] ?? owner;
      const headers = row.minimalReply === undefined ? {} : { prefer: MINIMAL };
      return await callProgram(url, token, row, params, body, headers);
    },
    stop: async () => {
      program.signal('SIGTERM');
      await program.ended;
      await place.remove();
    },
  };
}

async function seedStaff(place: TestInstallation) {
  return await withContext(place, async (context) => {
    const { id, owner } = await createSchool({ context });
    const colleagues = Array.from({ length: COLLEAGUES }, () => createStaff({ context }, id, 'admin'));
    return [owner, ...(await Promise.all(colleagues))] as const;
  });
}

/** Creates a newsletter and resolves to its id. */
export async function makeNewsletter({ call }: Running, code: readonly unknown[]): Promise<string> {
  const reply = await call(
    newsletterRoutes.createNewsletter,
    {},
    { news_letter: { title: 'Autumn news', layout_type: 'one_column', code } },
  );
  return newsletterRoutes.createNewsletter.reply.parse(reply).news_letter.data.id;
}

/** Runs a script of this folder that prints its address as its first line. */
export async function startPart(
  script: string,
  ...args: readonly string[]
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const path = fileURLToPath(new URL(`./${script}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return {
    url: String(line).trim(),
    stop: async () => {
      child.kill();
      await once(child, 'close');
    },
  };
}

/** Requests a second to an address, over keep-alive connections. Throws if any answer is not a success. */
export async function requestsPerSecond(
  url: string,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const result = await autocannon({ url, connections: 50, duration: seconds, headers: { ...headers } });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${result.errors} errors, ${result.non2xx} refusals at ${url}`);
  return result.requests.average;
}

export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
