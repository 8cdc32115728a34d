import { removeBlock, replaceBlock } from '#newsletter/document/arrange.ts';
import type { BlockDate } from '#newsletter/document/block.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { datesOf, withoutRows } from '#newsletter/document/traits.ts';
import {
  type EditorState,
  type StateChange,
  shownBlock,
} from '#web/features/editor/kernel/state/editor-state.ts';

/** A past date, and the block that shows it. */
export interface PastDate extends Pick<BlockDate, 'row' | 'title' | 'date'> {
  readonly block: string;
  /** Its last day. */
  readonly end: string;
}

/** The dates of these blocks that end before a day. Those without a valid day are left alone. */
export function pastDates(state: EditorState, names: readonly string[], day: string): readonly PastDate[] {
  return names.flatMap((block) => {
    const shown = shownBlock(state, block);
    const dates = shown === null ? [] : datesOf(shown);
    return dates
      .map(({ row, title, date, lastDay }) => ({ block, row, title, date, end: lastDay ?? date }))
      .filter(({ date, end }) => date !== '' && end < day);
  });
}

/** Removes dates, and blocks that are empty without them. */
export function removeDates(state: EditorState, dates: readonly PastDate[]): StateChange {
  let { document, workingCopies, selected } = state;
  for (const name of new Set(dates.map(({ block }) => block))) {
    const rows = new Set(dates.filter(({ block }) => block === name).map(({ row }) => row));
    const saved = findBlock(document, name);
    const remaining = saved && withoutRows(saved, rows);
    const copy = workingCopies[name];
    const remainingCopy = copy && withoutRows(copy, rows);
    const { [name]: _copy, ...others } = workingCopies;
    if (remaining === null || remainingCopy === null) {
      document = removeBlock(document, name);
      workingCopies = others;
      selected = selected === name ? null : selected;
    } else {
      document = replaceBlock(document, remaining);
      workingCopies = remainingCopy === undefined ? others : { ...others, [name]: remainingCopy };
    }
  }
  return { document, workingCopies, selected };
}

/** The first day that events may have, so that they are not past when an issue of this day is read. */
export function firstCurrentDay(issueDay: string | null, today: string): string {
  return issueDay !== null && issueDay > today ? issueDay : today;
}
