import type { Client } from 'pg';

const STEP_MS = 50;

/**
 * Breaks a connection once the event loop has turned for `ms`, unless the returned function is called before. While
 * this process is too busy to read answers, no time passes: a plain timer of Node.js, which the driver's own limits
 * use, fires before answers that arrived long ago are read.
 */
export function breakAfterTurning(client: Client, ms: number): () => void {
  let remaining = Math.ceil(ms / STEP_MS);
  const timer = setInterval(() => {
    remaining -= 1;
    if (remaining > 0) return;
    clearInterval(timer);
    client.connection.stream.destroy(new Error('timeout expired'));
  }, STEP_MS);
  timer.unref();
  return () => clearInterval(timer);
}
