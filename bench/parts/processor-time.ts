import { readdir, readFile } from 'node:fs/promises';

/** CPU time of processes, from Linux's /proc. */

/** Linux's clock counts hundredths of a second. */
const MS_PER_TICK = 10;

interface Process {
  readonly parent: number;
  /** The CPU of the process and its ended children, in milliseconds. */
  readonly own: number;
  readonly ended: number;
}

/** A process's CPU so far in milliseconds, in all its threads. */
export async function cpuOf(pid: number | undefined): Promise<number> {
  return (await readProcess(Number(pid)))?.own ?? Number.NaN;
}

/** The CPU of a process and of the processes below it so far. */
export async function cpuOfTree(pid: number | undefined): Promise<number> {
  return await cpuBelow(Number(pid));
}

async function cpuBelow(root: number): Promise<number> {
  const children = await Promise.all((await pids()).map(readProcess));
  const server = await readProcess(root);
  return children
    .filter((each) => each?.parent === root)
    .reduce((sum, each) => sum + (each?.own ?? 0), (server?.own ?? 0) + (server?.ended ?? 0));
}

/** The CPU of a PostgreSQL server on this machine so far, with all its connections. */
export async function cpuOfServer(url: string): Promise<number> {
  return await cpuBelow(await findServer(new URL(url).port));
}

async function findServer(port: string): Promise<number> {
  for (const pid of await pids()) {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    if (words.includes(`port=${port}`)) return pid;
  }
  throw new Error(`No PostgreSQL server of this machine listens at ${port}`);
}

async function pids(): Promise<readonly number[]> {
  return (await readdir('/proc')).map(Number).filter(Number.isInteger);
}

async function readProcess(pid: number): Promise<Process | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name, in parentheses, may have spaces. Then: state, parent, … (fields 3, 4 …).
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number) => fields[field - 3] ?? 0;
  return {
    parent: at(4),
    own: (at(14) + at(15)) * MS_PER_TICK,
    ended: (at(16) + at(17)) * MS_PER_TICK,
  };
}
