import { answerTask } from '#server/platform/processes/child-task.ts';

/** A task for the tests of `child-task.ts`, which does the named work. */
const work: Record<string, () => unknown> = {
  variables: () => Object.keys(process.env),
  bytes: () => Buffer.alloc(30_000_000, 7),
  throw: () => {
    throw new Error('Unreadable');
  },
  exit: () => process.exit(0),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  spin: () => {
    for (;;);
  },
  // In a worker thread this aborts the whole process.
  grow: () => {
    const numbers: number[] = [];
    for (;;) numbers.push(1.5);
  },
};

answerTask(async (input) => await work[String(input)]?.());
