import cluster from 'node:cluster';
import { randomBytes, randomUUID } from 'node:crypto';
import { PROCESS_NUMBER, type ProcessMessage, readMessage, START_SECRET, STOPPING } from './messages.ts';

/** The link of one of several processes to its supervisor. A single process prints everything itself. */

/** Longer than the supervisor waits for the others. */
const PATIENCE_MS = 4000;

/** This process's number among several; null if it runs alone. */
export const processNumber = cluster.isWorker ? (process.env[PROCESS_NUMBER] ?? null) : null;

/** Whether this is the process that performs, and prints, the tasks that a start does once. */
export const isFirst = cluster.worker === undefined || cluster.worker.id === 1;

/** A secret of this start, the same in all processes. */
export const startSecret = process.env[START_SECRET] || randomBytes(32).toString('base64url');

/** Announces that this process serves; `text` is for the operator. */
export function sayReady(text: string): void {
  if (cluster.isWorker) send({ kind: 'ready', text });
  else process.stdout.write(text);
}

/** Announces that this process stops, unless its supervisor does. */
export function sayStopping(): void {
  if (!cluster.isWorker) process.stdout.write(STOPPING);
}

/** Answers the supervisor. `measure` resolves to this process's metrics. */
export function answerSupervisor(measure: () => Promise<string>): void {
  if (!cluster.isWorker) return;
  process.on('message', (given: unknown) => {
    const message = readMessage(given);
    if (message?.kind === 'ping') send({ kind: 'pong' });
    if (message?.kind !== 'measure') return;
    measure().then(
      (text) => send({ kind: 'measured', id: message.id, text }),
      () => send({ kind: 'measured', id: message.id, text: '' }),
    );
  });
}

/** The metrics of the other processes. */
export async function measureOthers(): Promise<readonly string[]> {
  if (!cluster.isWorker) return [];
  const id = randomUUID();
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  const hear = (given: unknown) => {
    const message = readMessage(given);
    if (message?.kind === 'gathered' && message.id === id) resolve(message.texts);
  };
  const timer = setTimeout(() => resolve([]), PATIENCE_MS);
  process.on('message', hear);
  send({ kind: 'gather', id });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    process.off('message', hear);
  }
}

function send(message: ProcessMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
