import { STATE_MINUTES, type StateReason } from '#contract/history.ts';
import { settingsIn } from '#newsletter/settings/settings.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { Draft, Unrendered } from '#server/features/newsletters/repo.ts';
import { actingToken } from '#server/platform/acting-token.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  findNewestAndNumber,
  findNewestState,
  insertState,
  type NewState,
  numberBlocks,
  replaceState,
  type StateRow,
} from './states-repo.ts';

/** Why, by whom and when a state is recorded. */
export interface StateCause {
  readonly reason: StateReason;
  readonly personId: string | null;
  readonly now: Date;
  /** The title of the newsletter whose next issue it is. */
  readonly startedFrom?: string | undefined;
}

/**
 * Records a new state of a draft. Runs in the transaction that has written the newsletter's row, whose lock keeps two records
 * apart.
 */
export async function recordState(
  database: Database,
  newsletter: Unrendered,
  cause: StateCause,
): Promise<void> {
  await database.forSchool(newsletter.schoolId, () => record(database, newsletter, cause));
}

async function record(database: Database, newsletter: Unrendered, cause: StateCause): Promise<void> {
  const { numbers, added } = await numberBlocks(database, newsletter);
  await insertState(database, stateOf(newsletter, cause, numbers), added);
}

function stateOf(
  newsletter: Unrendered,
  { reason, personId, now, startedFrom }: StateCause,
  blocks: number[],
): NewState {
  const { id, schoolId, version, title, layoutType, codeVersion } = newsletter;
  return {
    schoolId,
    newsletterId: id,
    version,
    reason,
    personId,
    tokenName: actingToken(),
    settings: {
      ...{ title, layoutType, ...settingsIn(newsletter) },
      ...(startedFrom !== undefined && { startedFrom }),
    },
    blocks,
    codeVersion,
    beganAt: now,
    savedAt: now,
  };
}

/**
 * Records the published state. If the draft has changed since, its newest state is repeated after it, because the newest
 * one always equals the draft.
 */
export async function recordPublishedState(
  database: Database,
  draft: Unrendered,
  shown: Unrendered,
  { personId, now }: Omit<StateCause, 'reason'>,
): Promise<void> {
  await database.forSchool(draft.schoolId, async () => {
    const isDraft = shown.version === draft.version;
    const last = isDraft ? null : await findNewestState(database, draft.schoolId, draft.id);
    await record(database, shown, { reason: 'published', personId, now });
    if (isDraft) return;
    if (last === null) return await record(database, draft, { reason: 'opened', personId: null, now });
    const { id: _, position: __, ...again } = last;
    await insertState(database, { ...again, reason: 'work' }, []);
  });
}

interface RecordedSave {
  readonly before: Unrendered;
  readonly givenUp: readonly Omit<Draft, 'body'>[];
  readonly after: Unrendered;
}

/**
 * As `recordState` for a save, and for versions that the person gave up with it. Work is merged into the person's last state until that is
 * `STATE_MINUTES` old. A newsletter of an older program, without states, first gets one of its content before the save.
 */
export async function recordSave(
  database: Database,
  { before, givenUp, after }: RecordedSave,
  cause: StateCause,
): Promise<void> {
  await database.forSchool(before.schoolId, async () => {
    const newest = await findNewestAndNumber(database, after);
    if (newest === null)
      await record(database, before, { reason: 'opened', personId: null, now: before.updatedAt });
    for (const version of givenUp)
      await record(database, { ...before, ...version }, { ...cause, reason: 'given_up' });
    // The contents recorded just now have new numbers, so the blocks are numbered again.
    if (newest === null || givenUp.length > 0) return await record(database, after, cause);
    const { last, blocks } = newest;
    const state = stateOf(after, cause, blocks.numbers);
    if (goesOn(last, cause)) await replaceState(database, last, state, blocks.added);
    else await insertState(database, state, blocks.added);
  });
}

function goesOn(last: StateRow, { reason, personId, now }: StateCause): boolean {
  const age = now.getTime() - last.beganAt.getTime();
  const isSame = last.personId === personId && last.tokenName === actingToken();
  return reason === 'work' && last.reason === 'work' && isSame && age < STATE_MINUTES * MINUTE_MS;
}
