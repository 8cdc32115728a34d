import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { formatDayAndMonth } from '#newsletter/values/dates.ts';
import { focusCanvas } from '#web/features/editor/kernel/places/focus.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';
import { todayIn } from '#web/newsletter-ui/templates.ts';
import { carriedOverStore } from './carried-over.ts';
import {
  blocksOrigin,
  exampleDatesWords,
  keepCarriedOver,
  type Origin,
  stillWords,
  untouchedIn,
} from './carried-over-blocks.ts';
import { firstCurrentDay, type PastDate, pastDates, removeDates } from './past-dates.ts';

function useShown() {
  const { editing } = useTools();
  const carriedOver = useStore(carriedOverStore(editing));
  const document = useEditor((state) => state.document);
  const workingCopies = useEditor((state) => state.workingCopies);
  return { editing, carriedOver, document, workingCopies };
}

/** The blocks that are still as in the issue before, as they are shown. `day` is that of the issue: '13 November'. */
export function useUntouched(): {
  readonly untouched: readonly Block[];
  readonly from: Origin;
  /** See `stillWords`; null if there are none. */
  readonly words: string | null;
  /** The words about invented dates among them; see `exampleDatesWords`. */
  readonly ofDates: string | null;
} {
  const { editing, carriedOver, document, workingCopies } = useShown();
  const untouched = useMemo(
    () => untouchedIn(carriedOver, { ...editing.store.drawn.getState(), document, workingCopies }),
    [editing, carriedOver, document, workingCopies],
  );
  const ofDates = exampleDatesWords(carriedOver, untouched);
  const from = blocksOrigin(carriedOver, untouched);
  const words = untouched.length === 0 ? null : stillWords(from, untouched.length);
  return { untouched, from, words, ofDates };
}

/** The past dates, and the actions on them: each is one step of Undo. */
export function usePastDates() {
  const { school } = useTools();
  const { editing, carriedOver, document, workingCopies } = useShown();
  const today = todayIn(school.time_zone);
  const day = firstCurrentDay(document.issueDate, today);
  const names = carriedOver?.dates;
  const past: readonly PastDate[] = useMemo(
    () => pastDates({ ...editing.store.drawn.getState(), document, workingCopies }, names ?? [], day),
    [editing, document, workingCopies, names, day],
  );
  // For an issue of a later day, some of them are still in the future.
  const areOver = past.every(({ end }) => end < today);
  const over = past.length === 1 ? 'is over' : 'are over';
  return {
    past,
    /** 'Two dates are over', or 'One date will be over by 30 November'. */
    words: `${countWords(past.length)} ${areOver ? over : `will be over by ${formatDayAndMonth(day)}`}`,
    them: past.length === 1 ? 'it' : 'them',
    remove: () => {
      act(editing.store, removeDates, past);
      offerUndo(editing, `${countWords(past.length)} removed`);
      focusCanvas();
    },
    leave: () => {
      keepCarriedOver(editing, names ?? []);
      editing.announce('The dates stay');
      focusCanvas();
    },
  };
}

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

function countWords(count: number): string {
  return `${WORDS[count] ?? count} ${count === 1 ? 'date' : 'dates'}`;
}
