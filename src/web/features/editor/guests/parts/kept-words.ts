import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { perSession } from '#web/features/editor/kernel/per-session.ts';
import { readStored, SESSION_BOUND_PREFIX, writeStored } from '#web/session/storage.ts';

const keptBlock = z.object({
  id: z.string(),
  /** What the block is called. */
  label: z.string(),
  words: z.string(),
});
/** What a contributor had typed in a block that is not theirs any more. */
export type KeptBlock = z.infer<typeof keptBlock>;

/** What was typed and could not be saved, as the part was taken back meanwhile. Stays in this tab until one has read it. */
export interface KeptWords {
  readonly state: StoreApi<readonly KeptBlock[]>;
  add(blocks: readonly KeptBlock[]): void;
  forget(): void;
}

/** Those of a newsletter that is being edited. */
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
