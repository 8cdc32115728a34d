import type { AppContext } from '#server/context.ts';
import { holdTiming } from './hold.ts';
import { findDueTimings, findTiming } from './repo.ts';

const RESTORED =
  'It was planned when the backup was taken that this is restored from, so it may have been published already, and families may have it';

/**
 * After a restored backup: holds the publishings of all schools that were planned for a time until then. Unpublishing hides something,
 * and goes on. Resolves to how many are held.
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
