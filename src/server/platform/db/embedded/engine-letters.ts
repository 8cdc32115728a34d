import type { MessagePort } from 'node:worker_threads';

/** The letters between `ThreadedEngine` and its thread. */

// The kinds of letters: requests to the thread, and its answers.
export const EXECUTE = 0;
export const CLOSE = 1;
export const ANSWER = 2;
/** The letter contains an `EngineFailure` as JSON. */
export const FAILED = 3;

/** The thread's initial data. */
export interface ThreadData {
  readonly folder: string;
  readonly requests: SharedArrayBuffer;
  readonly answers: SharedArrayBuffer;
  readonly port: MessagePort;
}

/** An error of the thread, since its class and its code would be lost between threads. */
export interface EngineFailure {
  readonly isRefused: boolean;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
}
