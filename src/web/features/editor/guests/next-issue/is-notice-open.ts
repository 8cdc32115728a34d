import { createStore } from 'zustand/vanilla';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { perSession } from '#web/features/editor/kernel/per-session.ts';
import { focusCanvas } from '#web/features/editor/kernel/places/focus.ts';
import { type CarriedOver, carriedOverStore } from './carried-over.ts';

/** Whether carried-over blocks are listed, in the panel or in the line above the canvas, until somebody closes it. */
export const isNoticeOpen = perSession((session) =>
  createStore(() => !session.isContributor && hasCarriedOver(carriedOverStore(session).getState())),
);

/** Whether anything was carried over from an issue before. */
function hasCarriedOver(carriedOver: CarriedOver | null): boolean {
  return (
    carriedOver !== null &&
    (carriedOver.blocks.size > 0 ||
      carriedOver.dates.length > 0 ||
      carriedOver.fields.size > 0 ||
      [...carriedOver.rows.values()].some(({ size }) => size > 0))
  );
}

export function closeNotice(editing: EditorSession): void {
  isNoticeOpen(editing).setState(false, true);
  focusCanvas();
}
