import type { Worker } from 'node:cluster';
import type { ProcessMessage } from './messages.ts';

/** Shorter than Prometheus waits. */
const PATIENCE_MS = 3000;

interface Round {
  readonly asked: Worker;
  readonly missing: Set<number>;
  readonly texts: string[];
  readonly timer: NodeJS.Timeout;
}

/** Collects the metrics of all processes on behalf of one of them. Processes that do not answer in time are left out. */
export class Gathering {
  readonly #rounds = new Map<string, Round>();

  begin(id: string, asked: Worker, others: readonly Worker[]): void {
    const timer = setTimeout(() => this.#end(id), PATIENCE_MS);
    this.#rounds.set(id, { asked, missing: new Set(others.map((other) => other.id)), texts: [], timer });
    for (const other of others) sendTo(other, { kind: 'measure', id });
    if (others.length === 0) this.#end(id);
  }

  add(id: string, worker: number, text: string): void {
    const round = this.#rounds.get(id);
    if (!round?.missing.delete(worker)) return;
    round.texts.push(text);
    if (round.missing.size === 0) this.#end(id);
  }

  /** Removes a process that has ended. */
  leave(worker: number): void {
    for (const [id, { missing }] of this.#rounds)
      if (missing.delete(worker) && missing.size === 0) this.#end(id);
  }

  #end(id: string): void {
    const round = this.#rounds.get(id);
    if (round === undefined) return;
    clearTimeout(round.timer);
    this.#rounds.delete(id);
    sendTo(round.asked, { kind: 'gathered', id, texts: round.texts });
  }
}

/** Sends a message, unless the process has just ended. */
export function sendTo(worker: Worker, message: ProcessMessage): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
