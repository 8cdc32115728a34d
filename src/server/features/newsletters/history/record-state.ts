import { STATE_MINUTES, type StateReason } from '#contract/history.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { findNewestState, insertState, numberBlocks, replaceState, type StateRow } from './states-repo.ts';

/** Why, by whom and when a state is recorded. */
export interface StateCause {
  readonly reason: StateReason;
  readonly personId: string | null;
  readonly now: Date;
}

/**
 * Records the state of a draft. Runs in the transaction that has written the newsletter's row, whose lock keeps two records
 * apart. Work goes into the person's last state until that is `STATE_MINUTES` old.
 */
export async function recordState(
  database: Database,
  newsletter: Newsletter,
  cause: StateCause,
): Promise<void> {
  await database.forSchool(newsletter.schoolId, () => record(database, newsletter, cause));
}

async function record(
  database: Database,
  newsletter: Newsletter,
  { reason, personId, now }: StateCause,
): Promise<void> {
  const { id, schoolId, version, title, layoutType, design, colours, issueDate, codeVersion } = newsletter;
  const last = await findNewestState(database, schoolId, id);
  const state = {
    schoolId,
    newsletterId: id,
    version,
    reason,
    personId,
    settings: { title, layoutType, design, colours, issueDate },
    blocks: await numberBlocks(database, newsletter),
    codeVersion,
    beganAt: now,
    savedAt: now,
  };
  if (last !== null && reason === 'work' && goesOn(last, personId, now))
    await replaceState(database, last, state);
  else await insertState(database, state);
}

/** As `recordState` for a save. A newsletter without states, of an older program, begins with what it was before. */
export async function recordSave(
  database: Database,
  before: Newsletter,
  after: Newsletter,
  cause: StateCause,
): Promise<void> {
  await database.forSchool(before.schoolId, async () => {
    if ((await findNewestState(database, before.schoolId, before.id)) === null)
      await record(database, before, { reason: 'opened', personId: null, now: before.updatedAt });
    await record(database, after, cause);
  });
}

function goesOn(last: StateRow, personId: string | null, now: Date): boolean {
  const age = now.getTime() - last.beganAt.getTime();
  return last.reason === 'work' && last.personId === personId && age < STATE_MINUTES * MINUTE_MS;
}
