import { z } from 'zod';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

/** Deletes a stored file whose store was down when its row was deleted. */
const deleteQueue = queue('delete_stored_file', z.object({ key: z.string() }));
/** Retries for a day, five minutes apart. */
const RETRIES = 288;

/** Defines the job that deletes files later. */
export function defineDeletions(context: AppContext): void {
  context.jobs.define(deleteQueue, ({ key }) => context.files.delete(key), { retries: RETRIES });
}

/** Deletes a stored file without a row, now or once its store is up again. */
export async function deleteStored(context: AppContext, key: string): Promise<void> {
  try {
    await context.files.delete(key);
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error;
    context.report(error);
    await context.jobs.send(deleteQueue, { key }, { after: MINUTE_MS });
  }
}
