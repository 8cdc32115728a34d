import PQueue from 'p-queue';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { tooMany } from '#server/platform/http/errors.ts';

/** Files that one person sends at the same time; the others wait, unread. */
const AT_ONCE = 2;
const WAITING_MAX = 20;
/** Below the patience that a connection has without a byte. */
const WAIT_MAX_MS = 25_000;
const RETRY_AFTER_SECONDS = 30;

/** Lets each person do so many things at a time, whatever the others do. */
export class UploadQueue {
  readonly #queues = new Map<string, PQueue>();

  /** Does the work when it is the person's turn. Throws 429 where that does not come soon. */
  async run<T>(personId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(personId) ?? this.#open(personId);
    if (queue.size >= WAITING_MAX) throw refusal();
    const waiting = new AbortController();
    const patience = setTimeout(() => waiting.abort(refusal()), WAIT_MAX_MS);
    patience.unref();
    const begin = async () => {
      clearTimeout(patience);
      return await work();
    };
    return await queue.add(begin, { signal: waiting.signal });
  }

  #open(personId: string): PQueue {
    const queue = new PQueue({ concurrency: AT_ONCE });
    queue.on('idle', () => this.#queues.delete(personId));
    this.#queues.set(personId, queue);
    return queue;
  }
}

function refusal() {
  return tooMany(RETRY_AFTER_SECONDS, ERROR_MESSAGES.uploadsUnderWay);
}
