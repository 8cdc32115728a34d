import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * Work on a stranger's file in a child process. A worker thread would not do: one that exceeds its memory can abort the
 * whole process, and terminating threads has crashed Node.
 */

export interface TaskLimits {
  readonly timeMs: number;
  /** The limit of JavaScript's heap; buffers come on top. */
  readonly memoryMb: number;
}

/** The child exceeded its time or memory, or crashed. */
export class TaskEnded extends Error {}

const taskAnswer = z.union([z.object({ answer: z.unknown() }), z.object({ error: z.string() })]);

/**
 * Runs a module that calls `answerTask` in a child process, which gets none of this process's variables. Resolves to
 * its answer. Throws `TaskEnded`, and the module's error as an `Error` with its stack as message.
 *
 * @param input what `structuredClone` can copy
 */
export async function runTask(module: URL, input: unknown, limits: TaskLimits): Promise<unknown> {
  const quick = new URL('../../../../scripts/fast-start.mjs', import.meta.url).href;
  const child = fork(fileURLToPath(module), {
    execArgv: [`--max-old-space-size=${limits.memoryMb}`, `--import=${quick}`],
    env: {},
    serialization: 'advanced',
    // Node reports a full heap at length.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: limits.timeMs,
    killSignal: 'SIGKILL',
  });
  const reply = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('disconnect', () => reject(new TaskEnded('The child process ended without an answer')));
    // If it ended before it got the message, 'disconnect' reports it.
    child.send({ input }, () => undefined);
  });
  const result = taskAnswer.parse(reply);
  if ('error' in result) throw new Error(result.error);
  return result.answer;
}

/** In the child: answers its one call. */
export function answerTask(work: (input: unknown) => Promise<unknown>): void {
  process.once('message', async (message) => {
    const { input } = z.object({ input: z.unknown() }).parse(message);
    const reply = await work(input).then(
      (answer) => ({ answer }),
      (error) => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    process.send?.(reply, () => process.exit());
  });
}
