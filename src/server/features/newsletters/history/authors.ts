import { isDeepStrictEqual } from 'node:util';
import type { AppContext } from '#server/context.ts';
import { listBlockNames, listStates, type StateRow } from './states-repo.ts';

/** The authors of states and of changes between them. */

type Kept = Pick<StateRow, 'id' | 'reason' | 'personId' | 'tokenName' | 'savedAt' | 'blocks'>;

/** The name for an action's author: with an API token, its maker's name and the token's. `nameOf`: see `staffNames`. */
export function doneBy(
  nameOf: (id: string | null) => string | null,
  { personId, tokenName }: Pick<StateRow, 'personId' | 'tokenName'>,
): string | null {
  const name = nameOf(personId);
  if (tokenName === null) return name;
  return name === null ? `API token ${tokenName}` : `${name} (API token ${tokenName})`;
}

/**
 * The last author of each block that was added, changed or removed between two states. `states`: all of a newsletter, oldest first.
 * `nameOf`: the block's name by the number of its content.
 */
export function authorsBetween(
  states: readonly Kept[],
  nameOf: ReadonlyMap<number, string>,
  from: string,
  until: string | undefined,
): ReadonlyMap<string, Pick<Kept, 'personId' | 'tokenName' | 'savedAt'>> {
  const start = states.findIndex(({ id }) => id === from);
  const end = until === undefined ? states.length - 1 : states.findIndex(({ id }) => id === until);
  const authors = new Map<string, Pick<Kept, 'personId' | 'tokenName' | 'savedAt'>>();
  let before = blocksOf(states[start], nameOf);
  for (const state of states.slice(start + 1, end + 1)) {
    // A state that was given up was never the draft.
    if (state.reason === 'given_up') continue;
    const now = blocksOf(state, nameOf);
    for (const name of new Set([...before.keys(), ...now.keys()]))
      if (before.get(name) !== now.get(name)) authors.set(name, state);
    before = now;
  }
  return authors;
}

/** The last change of any of these blocks since a moment, whether added, changed or removed; null without one. */
export async function findLastChange(
  { database }: Pick<AppContext, 'database'>,
  { schoolId, newsletterId }: Pick<StateRow, 'schoolId' | 'newsletterId'>,
  blocks: ReadonlySet<string>,
  since: Date,
): Promise<Pick<Kept, 'personId' | 'tokenName' | 'savedAt'> | null> {
  const states = (await listStates(database, schoolId, newsletterId)).toReversed();
  const names = await listBlockNames(database, schoolId, newsletterId);
  const authors = authorsBetween(states, names, states[0]?.id ?? '', undefined);
  const changes = [...authors].filter(([name, { savedAt }]) => blocks.has(name) && savedAt >= since);
  return (
    changes.map(([, change]) => change).toSorted((one, other) => +other.savedAt - +one.savedAt)[0] ?? null
  );
}

function blocksOf(state: Kept | undefined, nameOf: ReadonlyMap<number, string>): ReadonlyMap<string, number> {
  return new Map(
    (state?.blocks ?? []).flatMap((number) => {
      const name = nameOf.get(number);
      return name === undefined ? [] : [[name, number] as const];
    }),
  );
}

/** When the state that another one restored as a whole was saved; null if there is none. `states`: newest first. */
export function restoredFrom(
  states: readonly Pick<StateRow, 'id' | 'reason' | 'savedAt' | 'blocks' | 'settings'>[],
  id: string,
): Date | null {
  const at = states.findIndex((state) => state.id === id);
  const restored = states[at];
  if (restored?.reason !== 'restored') return null;
  const same = states
    .slice(at + 2)
    .find(
      ({ blocks, settings }) =>
        isDeepStrictEqual(blocks, restored.blocks) && isDeepStrictEqual(settings, restored.settings),
    );
  return same?.savedAt ?? null;
}
