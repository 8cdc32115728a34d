import type { MessagePort } from 'node:worker_threads';

/** What `ThreadedEngine` and its thread tell each other. */

// The kinds of letters: what the thread is asked, and what it answers.
export const EXECUTE = 0;
export const CLOSE = 1;
export const ANSWER = 2;
/** With an `EngineFailure` as JSON. */
export const FAILED = 3;

/** What the thread begins with. */
export interface ThreadData {
  readonly folder: string;
  readonly requests: SharedArrayBuffer;
  readonly answers: SharedArrayBuffer;
  readonly port: MessagePort;
}

/** An error of the thread: its class and its code would not arrive. */
export interface EngineFailure {
  readonly isRefused: boolean;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
}
