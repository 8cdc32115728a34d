import { createContext, useContext } from 'react';
import type { BlockAuthor } from '#contract/history.ts';
import type { Change } from '#newsletter/changes/changes.ts';
import type { Comparison } from './comparison.ts';

export type RestoreChange = (change: Change) => void;

/** The data and actions that all blocks of a comparison share. */
export interface ComparedTools {
  readonly comparison: Comparison;
  /** The last author of each changed block, by the block's name. */
  readonly authors: ReadonlyMap<string, BlockAuthor>;
  /** Whether a state is shown as it was, compared with nothing. */
  readonly isAlone: boolean;
  /** Whether it is the present, which is compared with nothing. */
  readonly isNow: boolean;
  /** The change that is shown now. */
  readonly current: number | null;
  readonly goTo: (index: number) => void;
  /** Brings back the block of a change; null where the present is not compared. */
  readonly onRestore: RestoreChange | null;
  /** Whether marks are beside the sheet; otherwise each is a line above its block. */
  readonly isBeside: boolean;
  /** The year of the issue. */
  readonly year: string;
  readonly today: string;
}

export const ComparedContext = createContext<ComparedTools | null>(null);

/** The shared tools. Throws outside of a comparison. */
export function useCompared(): ComparedTools {
  const tools = useContext(ComparedContext);
  if (tools === null) throw new Error('useCompared must be used inside a comparison');
  return tools;
}
