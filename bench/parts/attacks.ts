import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Attack } from './attacker.ts';

const AT_ONCE = 20;
const ended = z.object({ made: z.number(), answers: z.record(z.string(), z.number()) });

/** An attack under way. */
interface UnderWay {
  /** Resolves to the number of calls, and the number of answers by status. */
  end(): Promise<z.infer<typeof ended>>;
}

/** Begins a call over and over, twenty at a time. */
export async function beginAttack(attack: Attack): Promise<UnderWay> {
  const path = fileURLToPath(new URL('./attacker.ts', import.meta.url));
  const quick = new URL('../../scripts/fast-start.mjs', import.meta.url).href;
  const execArgv = ['--disable-warning=ExperimentalWarning', '--import', quick];
  const child = fork(path, { serialization: 'advanced', execArgv });
  await once(child, 'message');
  child.send({ ...attack, atOnce: AT_ONCE });
  return {
    end: async () => {
      const reported = once(child, 'message');
      child.send('end');
      const [report] = await reported;
      return ended.parse(report);
    },
  };
}
