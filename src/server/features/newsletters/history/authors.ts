import { isDeepStrictEqual } from 'node:util';
import type { AppContext } from '#server/context.ts';
import { listBlockNames, listStates, type StateRow } from './states-repo.ts';

/** What states tell about those who made them. */

type Kept = Pick<StateRow, 'id' | 'reason' | 'personId' | 'tokenName' | 'savedAt' | 'blocks'>;

/** What to call who has done something: by an API token, its maker with the token's name. `nameOf`: see `staffNames`. */
export function doneBy(
  nameOf: (id: string | null) => string | null,
  { personId, tokenName }: Pick<StateRow, 'personId' | 'tokenName'>,
): string | null {
  const name = nameOf(personId);
  if (tokenName === null) return name;
  return name === null ? `API token ${tokenName}` : `${name} (API token ${tokenName})`;
}

/**
 * Who has added, changed or removed a block last after one state, up to another one. `states`: all of a newsletter, oldest first.
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
    // It was never the draft.
    if (state.reason === 'given_up') continue;
    const now = blocksOf(state, nameOf);
    for (const name of new Set([...before.keys(), ...now.keys()]))
      if (before.get(name) !== now.get(name)) authors.set(name, state);
    before = now;
  }
  return authors;
}

/** Who has added, changed or removed one of some blocks last since a moment; null if nobody has. */
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

/** When the state was saved that another one brought back as a whole; null if there is none. `states`: newest first. */
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
