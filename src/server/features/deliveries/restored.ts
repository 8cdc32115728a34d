import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { skipRestoredDigests } from '#server/features/deliveries/digest/digest.ts';
import { isDigest, pauseForTrouble } from '#server/features/deliveries/worker/after-batch.ts';
import { giveUpDigest } from '#server/features/deliveries/worker/digests.ts';
import { skipWaiting } from '#server/features/deliveries/worker/recipient-claims.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { changeDelivery, listInterrupted } from './repo.ts';

/** Deliveries after a restored backup: those scheduled or running when it was taken may have reached families since. */

const TROUBLES = {
  planned:
    'It was planned when the backup was taken that this is restored from, so families may have it already. Go on if they have not, or end the sending',
  began:
    'It was under way when the backup was taken that this is restored from, so some may have it already. Go on, or end the sending',
} as const;

/**
 * Holds the deliveries of all schools that were running, or scheduled for a time until then, and mails the people who can resume them.
 * Monthly digests end, as nobody could resume one: the next one has their newsletters. Resolves to the number held.
 */
export async function holdRestoredDeliveries(context: AppContext, until: Date): Promise<number> {
  const found = await listInterrupted(context.database, until);
  for (const row of found) {
    if (isDigest(row)) await giveUpDigest(context, row);
    else if (row.status === 'done') await holdRetries(context, row);
    else
      await pauseForTrouble(
        context,
        row,
        TROUBLES[row.status === 'scheduled' ? 'planned' : 'began'],
        'notify',
      );
  }
  await skipRestoredDigests(context, until);
  return found.filter((row) => !isDigest(row)).length;
}

// The delivery is done except for recipients whose mail servers asked to wait. If the newsletter is being sent again, that delivery goes to
// them.
async function holdRetries(context: AppContext, row: Delivery): Promise<void> {
  const { database, clock } = context;
  const again = { status: 'sending', finishedAt: null } as const;
  try {
    await changeDelivery(database, row, ['done'], again);
    await pauseForTrouble(context, row, TROUBLES.began, 'notify');
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    await skipWaiting(database, row, 'canceled', clock.now());
  }
}
