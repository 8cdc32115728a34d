import { setPriority } from 'node:os';
import { z } from 'zod';

/** Makes one call over and over, `atOnce` at a time, in a process of its own, so that the caller's work slows no measurement. */

const attack = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.union([z.string(), z.instanceof(Uint8Array)]).optional(),
  /** The number of networks that the calls come from. */
  networks: z.number(),
  atOnce: z.number(),
});
/** A call. `NUMBER` in its URL and its text is replaced by the call's number. */
export type Attack = Omit<z.infer<typeof attack>, 'atOnce'>;
const NUMBER = 'NUMBER';

let isOver = false;
let made = 0;
const answers: Record<string, number> = {};

process.on('message', (message) => {
  if (message === 'end') isOver = true;
  else void begin(attack.parse(message));
});
process.send?.('ready');

async function begin({
  url,
  method,
  headers,
  body,
  networks,
  atOnce,
}: z.infer<typeof attack>): Promise<void> {
  // Real attackers have a machine of their own.
  setPriority(19);
  const loop = async () => {
    while (!isOver) {
      made += 1;
      const number = made;
      const network = number % networks;
      const from = { 'x-forwarded-for': `198.${18 + (network >> 8)}.${network % 256}.7` };
      const status = await fetch(url.replace(NUMBER, String(number)), {
        method,
        headers: { ...headers, ...from },
        ...(body !== undefined && {
          body: typeof body === 'string' ? body.replace(NUMBER, String(number)) : new Uint8Array(body),
        }),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        () => 'none',
      );
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  process.send?.({ made, answers });
  process.disconnect();
}
