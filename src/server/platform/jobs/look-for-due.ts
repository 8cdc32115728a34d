import type { Database } from '#server/platform/db/client.ts';
import { namedError } from '#server/platform/db/errors.ts';
import { outsideTransactions } from '#server/platform/db/transaction.ts';

// Those of the given queues that have a job to run.
const DUE = `select queue.name from unnest($1::text[]) as queue (name)
  where exists (
    select from pgboss.job j
    where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now()
  )`;

/**
 * Calls `wake` for each queue with a job to run, every so many seconds. One statement for all: polling dozens of queues
 * each took three per cent of a core for nothing. Returns a function that stops this.
 */
export function lookForDue(
  database: Database,
  names: readonly string[],
  seconds: number,
  { wake, onError }: { readonly wake: (name: string) => void; readonly onError: (error: unknown) => void },
): () => Promise<void> {
  let looking: Promise<void> | null = null;
  const look = async () => {
    try {
      const { rows } = await database.query(DUE, [[...names]]);
      for (const { name } of rows) wake(String(name));
    } catch (error) {
      onError(namedError(error));
    }
  };
  // One at a time: after an hour's outage of the database, an hour's queries must not be waiting.
  const timer = setInterval(() => {
    looking ??= outsideTransactions(look).finally(() => {
      looking = null;
    });
  }, seconds * 1000);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
