import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { perSession } from '#web/features/editor/kernel/per-session.ts';
import { readStored, SESSION_BOUND_PREFIX, writeStored } from '#web/session/storage.ts';

const keptBlock = z.object({
  id: z.string(),
  /** The label of the block. */
  label: z.string(),
  words: z.string(),
});
/** The words that a contributor typed in a block that is no longer theirs. */
export type KeptBlock = z.infer<typeof keptBlock>;

/** Words that could not be saved, as their part was taken back. They stay in this tab until the contributor has read them. */
export interface KeptWords {
  readonly state: StoreApi<readonly KeptBlock[]>;
  add(blocks: readonly KeptBlock[]): void;
  forget(): void;
}

/** The kept words of the edited newsletter. */
export const keptWordsOf = perSession(({ personId, opened }) => openKeptWords(personId, opened.id));

export function openKeptWords(personId: string, newsletterId: string): KeptWords {
  const key = `${SESSION_BOUND_PREFIX}kept:${personId}:${newsletterId}`;
  const state = createStore(() => read(key));
  const set = (blocks: readonly KeptBlock[]) => {
    state.setState(blocks, true);
    writeStored('sessionStorage', key, blocks.length === 0 ? null : JSON.stringify(blocks));
  };
  return { state, add: (blocks) => set([...state.getState(), ...blocks]), forget: () => set([]) };
}

function read(key: string): readonly KeptBlock[] {
  try {
    return z.array(keptBlock).parse(JSON.parse(readStored('sessionStorage', key) ?? '[]'));
  } catch {
    return [];
  }
}
