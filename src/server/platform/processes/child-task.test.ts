import { describe, expect, it } from 'vitest';
import { runTask, TaskEnded } from './child-task.ts';

const TASK = new URL('../../../../test/processes/task.ts', import.meta.url);
const run = (input: string, timeMs = 60_000) => runTask(TASK, input, { timeMs, memoryMb: 64 });

describe('a task in a child process', () => {
  it('answers with a large file', async () => {
    expect(await run('bytes')).toHaveLength(30_000_000);
  });

  it('does not know the server’s variables', async () => {
    process.env['EXAMPLE_SECRET'] = 'not for files';
    try {
      expect(await run('variables')).not.toContain('EXAMPLE_SECRET');
    } finally {
      delete process.env['EXAMPLE_SECRET'];
    }
  });

  it('throws what its module throws', async () => {
    await expect(run('throw')).rejects.toThrow('Unreadable');
  });

  it.each(['exit', 'crash', 'grow'])('is ended by %s alone, and the server goes on', async (how) => {
    await expect(run(how)).rejects.toThrow(TaskEnded);
  });

  it('is killed at its time', async () => {
    await expect(run('spin', 500)).rejects.toThrow(TaskEnded);
  });
});
