import { ERROR_MESSAGES } from '#contract/errors.ts';
import { tooMany } from '#server/platform/http/errors.ts';

/** Files that one person sends at the same time; the others wait, unread. */
const AT_ONCE = 2;
const WAITING_MAX = 20;
/** Below the patience that a connection has without a byte. */
const WAIT_MAX_MS = 25_000;
const RETRY_AFTER_SECONDS = 30;

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Lets each person do so many things at a time, whatever the others do. */
export class UploadQueue {
  readonly #queues = new Map<string, Queue>();

  /** Does the work when it is the person's turn. Throws 429 where that does not come soon. */
  async run<T>(personId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(personId) ?? { running: 0, waiting: [] };
    this.#queues.set(personId, queue);
    if (queue.running >= AT_ONCE) await waitIn(queue);
    else queue.running += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next !== undefined) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) this.#queues.delete(personId);
      }
    }
  }
}

async function waitIn({ waiting }: Queue): Promise<void> {
  const refusal = () => tooMany(RETRY_AFTER_SECONDS, ERROR_MESSAGES.uploadsUnderWay);
  if (waiting.length >= WAITING_MAX) throw refusal();
  await new Promise<void>((resolve, reject) => {
    const resume = () => {
      clearTimeout(patience);
      resolve();
    };
    const patience = setTimeout(() => {
      waiting.splice(waiting.indexOf(resume), 1);
      reject(refusal());
    }, WAIT_MAX_MS);
    patience.unref();
    waiting.push(resume);
  });
}
