import { readFile } from 'node:fs/promises';
import type { Program } from '#test/program.ts';

/** A program's resident memory (RSS), in MB. On Linux only; elsewhere NaN. */
export interface Memory {
  readonly now: number;
  /** The peak since its start. */
  readonly most: number;
}

const KB_PER_MB = 1024;
const SAMPLE_MS = 100;

/** The current memory of a running program. */
export async function memoryOf({ pid }: Program): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / KB_PER_MB;
  return { now: field('VmRSS'), most: field('VmHWM') };
}

/** A program's peak memory in MB while `work` runs, and the result of the work. */
export async function mostMemoryWhile<T>(
  program: Program,
  work: () => Promise<T>,
): Promise<{ readonly most: number; readonly result: T }> {
  let most = (await memoryOf(program)).now;
  const look = async () => {
    const { now } = await memoryOf(program);
    if (now > most) most = now;
  };
  const watch = setInterval(() => void look(), SAMPLE_MS);
  try {
    const result = await work();
    await look();
    return { most, result };
  } finally {
    clearInterval(watch);
  }
}
