import type { Config } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { requireDatabase } from './require-database.ts';
import type { Say } from './say.ts';

/**
 * Opens everything that the program uses, for some work, and closes it again. Jobs can be enqueued but do not run: the
 * running program, or the next one, sends the mails. Throws `OperatorError` if there is no database yet.
 */
export async function withContext<T>(
  config: Config,
  say: Say,
  work: (context: AppContext) => Promise<T>,
): Promise<T> {
  await requireDatabase(config);
  return await withAnyContext(config, say, work);
}

/** Like `withContext`, for an existing database, which may be half restored. */
export async function withAnyContext<T>(
  config: Config,
  say: Say,
  work: (context: AppContext) => Promise<T>,
): Promise<T> {
  const { buildApp } = await import('#server/app.ts');
  const { createContext } = await import('#server/create-context.ts');
  const context = await createContext(config, (error) => say(String(error)));
  // This defines the queues.
  const app = buildApp(context, { write: () => undefined });
  try {
    await context.jobs.startSending();
    return await work(context);
  } finally {
    await context.jobs.stop();
    await app.close();
    await context.mail.close();
    await context.database.close();
  }
}
