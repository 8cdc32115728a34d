import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The whole program as a child process. */
export interface Program {
  /** Its URL once it listens; rejects if it ends before. */
  readonly url: Promise<string>;
  /** The URL of its outbox; never resolves if there is none. */
  readonly outbox: Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Its standard error so far. */
  stderr(): string;
  readonly pid: number | undefined;
  signal(name: NodeJS.Signals): void;
}

/** The folder of this version of the program. */
const HERE = new URL('..', import.meta.url);

const SOURCE = 'src/server/main.ts';

/** Starts the program in `root` on a free port, with only these environment variables. Node runs `script`. */
export function startProgram(
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
  root: URL = HERE,
  script: string = SOURCE,
): Program {
  const main = fileURLToPath(new URL(script, root));
  const env = { PATH: process.env.PATH, PORT: '0', ...environment };
  const quick = new URL('scripts/fast-start.mjs', root).href;
  // The flags of `npm start`.
  const flags = ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', '--import', quick];
  const child = spawn(process.execPath, [...flags, main, ...words], { env });
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  const outbox = Promise.withResolvers<string>();
  const read = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    read.stdout += text;
    const found = /is ready: (\S+)/.exec(read.stdout)?.[1];
    if (found !== undefined) resolve(found);
    const outboxUrl = /for you to read: (\S+)/.exec(read.stdout)?.[1];
    if (outboxUrl !== undefined) outbox.resolve(outboxUrl);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    read.stderr += text;
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, ...read }));
  ended.then(({ code, stderr }) => reject(new Error(`It ended with code ${code}: ${stderr}`)), reject);
  // Avoids an unhandled rejection in tests that only await the end.
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

/** Creates a temporary folder. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'inkwell-program-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
