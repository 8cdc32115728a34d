import type { AppContext } from '#server/context.ts';
import { holdTiming } from './hold.ts';
import { findDueTimings, findTiming } from './repo.ts';

const RESTORED =
  'It was planned when the backup was taken that this is restored from, so it may have been published already, and families may have it';

/**
 * After a backup was restored: holds the publishings of all schools that were planned for a time until then. Unpublishings only hide
 * something, so they go on. Resolves to the number of held ones.
 */
export async function holdRestoredTimings(context: AppContext, until: Date): Promise<number> {
  let held = 0;
  for (const { schoolId, id } of await findDueTimings(context.database, until)) {
    const timing = await findTiming(context.database, schoolId, id);
    if (timing?.kind !== 'publish') continue;
    await holdTiming(context, timing, RESTORED);
    held += 1;
  }
  return held;
}
