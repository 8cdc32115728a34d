import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import type { Say } from './commands.ts';

/**
 * Opens everything that the program uses, for some work, and closes it again. Jobs can be sent and none is run: mails go out by the
 * running program, or by the next one.
 */
export async function withContext<T>(
  config: Config,
  say: Say,
  work: (context: AppContext) => Promise<T>,
): Promise<T> {
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
