import PQueue from 'p-queue';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { tooMany } from '#server/platform/http/errors.ts';

/** Concurrent uploads of one person; more of them wait unread. */
const CONCURRENCY = 2;
const WAITING_MAX = 20;
/** Shorter than the timeout of an idle connection. */
const WAIT_MAX_MS = 25_000;
const RETRY_AFTER_SECONDS = 30;

/** Limits each person's concurrent uploads, independently of other people's. */
export class UploadQueue {
  readonly #queues = new Map<string, PQueue>();

  /** Runs the work when the person's queue allows. Throws 429 if the queue is full or the wait too long. */
  async run<T>(personId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(personId) ?? this.#open(personId);
    if (queue.size >= WAITING_MAX) throw refusal();
    const waiting = new AbortController();
    const timeout = setTimeout(() => waiting.abort(refusal()), WAIT_MAX_MS);
    timeout.unref();
    const start = async () => {
      clearTimeout(timeout);
      return await work();
    };
    return await queue.add(start, { signal: waiting.signal });
  }

  #open(personId: string): PQueue {
    const queue = new PQueue({ concurrency: CONCURRENCY });
    queue.on('idle', () => this.#queues.delete(personId));
    this.#queues.set(personId, queue);
    return queue;
  }
}

function refusal() {
  return tooMany(RETRY_AFTER_SECONDS, ERROR_MESSAGES.uploadsUnderWay);
}
