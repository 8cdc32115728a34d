import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A child process, for tests that kill or duplicate a process. */
export interface Child {
  /** The lines printed so far. */
  readonly lines: readonly string[];
  /** Resolves to the first line that `wanted` accepts; rejects if the process ends before. */
  line(wanted: (line: string) => boolean): Promise<string>;
  signal(name: NodeJS.Signals): void;
  /** Sends a line to a script that waits for one. */
  go(): void;
  /** kill -9: no time to clean up. */
  kill(): Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/** Runs a script of `test/processes` with arguments. */
export function startChild(script: string, ...args: readonly string[]): Child {
  return startPreloaded([], script, ...args);
}

/** Runs a script after modules of `test/processes`, which each of its threads loads first. */
export function startPreloaded(
  preloaded: readonly string[],
  script: string,
  ...args: readonly string[]
): Child {
  const at = (name: string) => new URL(`./processes/${name}`, import.meta.url);
  const path = fileURLToPath(at(script));
  const quick = new URL('../scripts/fast-start.mjs', import.meta.url).href;
  const imports = [quick, ...preloaded.map((name) => at(name).href)].flatMap((url) => ['--import', url]);
  const flags = ['--disable-warning=ExperimentalWarning', ...imports];
  const child = spawn(process.execPath, [...flags, path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    for (const check of waiting) check(line);
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stderr }));
  return {
    lines,
    ended,
    line: (wanted) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const check = (line: string) => {
        if (wanted(line)) resolve(line);
      };
      for (const line of lines) check(line);
      waiting.add(check);
      ended.then(({ code }) => reject(new Error(`The process ended with code ${code}: ${stderr}`)), reject);
      return promise.finally(() => waiting.delete(check));
    },
    signal: (name) => void child.kill(name),
    go: () => {
      child.stdin.write('go\n');
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
