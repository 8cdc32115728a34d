import { isDeepStrictEqual } from 'node:util';
import { calledIn, SETTINGS_AS_READ } from '#newsletter/changes/changes.ts';
import { blockSchema, DEFINITIONS, isEmptySpace } from '#newsletter/document/document.ts';
import { SETTING_WORDS, type Setting } from '#newsletter/settings/all-settings.ts';
import type { StateRow } from './states-repo.ts';

/** The changes in a state compared to the one before it, for its line in the timeline. */

type Kept = Pick<StateRow, 'id' | 'reason' | 'blocks' | 'settings'>;

interface Changed {
  readonly settings: readonly Setting[];
  /** The numbers of new contents, in the order of the newsletter, and of removed ones. */
  readonly added: readonly number[];
  readonly removed: readonly number[];
  readonly isReordered: boolean;
}

/** By the states' ids; leaves out the oldest one, and those that were never the draft. `states`: all of a newsletter, newest first. */
export function changedInEach(
  states: readonly Kept[],
  nameOf: ReadonlyMap<number, string>,
): ReadonlyMap<string, Changed> {
  const drafts = states.filter(({ reason }) => reason !== 'given_up');
  return new Map(
    drafts
      .slice(0, -1)
      .map((state, at) => [state.id, changedBetween(drafts[at + 1] ?? state, state, nameOf)]),
  );
}

function changedBetween(before: Kept, after: Kept, nameOf: ReadonlyMap<number, string>): Changed {
  const [was, is] = [before, after].map(({ blocks }) => blocks.filter((number) => nameOf.has(number)));
  const names = new Set(is?.map((number) => nameOf.get(number)));
  const isSame = (setting: Setting) =>
    isDeepStrictEqual(keptSetting(before, setting), keptSetting(after, setting));
  return {
    settings: SETTINGS_AS_READ.filter((setting) => !isSame(setting)),
    added: is?.filter((number) => !was?.includes(number)) ?? [],
    removed: was?.filter((number) => !names.has(nameOf.get(number))) ?? [],
    isReordered: !isDeepStrictEqual(before.blocks, after.blocks),
  };
}

function keptSetting({ settings }: Kept, setting: Setting): unknown {
  return settings[setting === 'layout' ? 'layoutType' : setting] ?? null;
}

/** The number of the content after which the change is named; undefined if it is named after a setting. */
export function calledBy({ settings, added, removed }: Changed): number | undefined {
  return settings.length > 0 ? undefined : (added[0] ?? removed[0]);
}

/** The change in words, 'Text “Dear families” and 2 more'; empty if nothing changed. */
export function changedSummary(changed: Changed, contents: ReadonlyMap<number, unknown>): string {
  const { settings, added, removed, isReordered } = changed;
  const [setting] = settings;
  const number = calledBy(changed);
  const count = settings.length + added.length + removed.length;
  if (count === 0) return isReordered ? 'Order' : '';
  const first =
    setting === undefined
      ? blockWords(contents.get(number ?? 0)) + (added.length === 0 ? ', removed' : '')
      : SETTING_WORDS[setting].called;
  return count === 1 ? first : `${first} and ${count - 1} more`;
}

// A block in an older format may not be readable.
function blockWords(content: unknown): string {
  const { data } = blockSchema.safeParse(content);
  if (data === undefined || isEmptySpace(data)) return 'Block';
  return calledIn(new Map([[data.name, DEFINITIONS[data.type].label]]), data);
}
