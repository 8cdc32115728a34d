import { HOUR_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { findLastRun } from '#server/data/restoring/ran-at.ts';
import { holdRestoredDeliveries } from '#server/features/deliveries/restored.ts';
import { holdRestoredTimings } from '#server/features/newsletters/timing/restored.ts';
import { JUMP_MS } from '#server/platform/clock.ts';
import { isRestored, noteRun } from './last-run.ts';
import { replayLeavings } from './replay-leavings.ts';

/** The losses that no file beside the database undoes, in words that an operator can pass on to schools. */
export const LOST_SINCE =
  'What was made or changed since the backup is lost: newsletters, files, families who signed up, and changes of groups, names and addresses. Files that were deleted since are back.';

/**
 * Settles a restored backup. Without this, families would get mails again that were sent after the backup, and those
 * who left since would be back. Holds what was planned since or begins within the hour, and replays the leavings.
 * Resolves to sentences for the operator; may run twice.
 */
export async function settleRestored(context: AppContext): Promise<readonly string[]> {
  const { database, clock } = context;
  const now = clock.now();
  const until = new Date(now.getTime() + HOUR_MS);
  const ran = await findLastRun(database);
  // A clock that was ahead left a useless time: then every known leaving is replayed.
  const since = ran === null || ran.getTime() > now.getTime() + JUMP_MS ? new Date(0) : ran;
  const replayed = await replayLeavings(context, since);
  const sendings = await holdRestoredDeliveries(context, until);
  const publishings = await holdRestoredTimings(context, until);
  await noteRun(context);
  const held = [named(sendings, 'sending'), named(publishings, 'publishing')].filter((text) => text !== '');
  return [
    ...replayed,
    ...(held.length === 0
      ? []
      : [
          `On hold, as families may have them already: ${held.join(' and ')}, planned since the backup or for the next hour. Their schools get a mail, and go on with each or cancel it.`,
        ]),
  ];
}

/** Settles a database that a start finds restored by hand; null if it was not restored. */
export async function settleIfRestored(context: AppContext): Promise<readonly string[] | null> {
  return (await isRestored(context)) ? await settleRestored(context) : null;
}

function named(count: number, what: string): string {
  if (count === 0) return '';
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
