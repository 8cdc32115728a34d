import type { Config } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { requireDatabase } from './require-database.ts';
import type { Say } from './say.ts';

/**
 * Opens everything that the program uses, for some work, and closes it again. Jobs can be sent and none is run: mails go out by the
 * running program, or by the next one. Throws `OperatorError` if there is no database yet.
 */
export async function withContext<T>(
  config: Config,
  say: Say,
  work: (context: AppContext) => Promise<T>,
): Promise<T> {
  await requireDatabase(config);
  return await withAnyContext(config, say, work);
}

/** The same for a database that is there, which may be half restored. */
export async function withAnyContext<T>(
  config: Config,
  say: Say,
  work: (context: AppContext) => Promise<T>,
): Promise<T> {
  const { buildApp } = await import('#server/app.ts');
  const { createContext } = await import('#server/create-context.ts');
  const context = await createContext(config, (error) => say(String(error)));
  // Defines the queues.
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
