import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The whole program in a process of its own. */
export interface Program {
  /** Where it listens; rejects when it ends before it does. */
  readonly url: Promise<string>;
  /** Where it shows the mails that it has not sent; waits for ever where it shows none. */
  readonly outbox: Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** What it has written to its standard error so far. */
  stderr(): string;
  readonly pid: number | undefined;
  signal(name: NodeJS.Signals): void;
}

/** Starts the program on a free port with these variables and no others. */
export function startProgram(
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Program {
  const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
  const env = { PATH: process.env.PATH, PORT: '0', ...environment };
  const quick = new URL('../scripts/fast-start.mjs', import.meta.url).href;
  // As `npm start` runs it.
  const flags = ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', '--import', quick];
  const child = spawn(process.execPath, [...flags, main, ...words], { env });
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  const outbox = Promise.withResolvers<string>();
  const read = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    read.stdout += text;
    const found = /is ready: (\S+)/.exec(read.stdout)?.[1];
    if (found !== undefined) resolve(found);
    const shown = /for you to read: (\S+)/.exec(read.stdout)?.[1];
    if (shown !== undefined) outbox.resolve(shown);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    read.stderr += text;
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...read }));
  ended.then(({ code, stderr }) => reject(new Error(`It ended with code ${code}: ${stderr}`)), reject);
  // A test may only be interested in the end.
  url.catch(() => undefined);
  return {
    url,
    outbox: outbox.promise,
    ended,
    stderr: () => read.stderr,
    pid: child.pid,
    signal: (name) => child.kill(name),
  };
}

/** A temporary folder, and how to remove it. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'inkwell-program-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
