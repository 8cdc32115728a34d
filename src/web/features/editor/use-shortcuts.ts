import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { positionOf } from '#newsletter/document/layout.ts';
import type { BlockRight } from '#newsletter/document/own-parts.ts';
import { chooseBelow } from '#web/features/editor/kernel/commands/choose-below.ts';
import {
  deleteBlock,
  duplicateInPlace,
  moveBlockBy,
  redoStep,
  selectBlock,
  toggleWide,
  undoStep,
} from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { focusNextRegion, focusRegion } from '#web/features/editor/kernel/places/regions.ts';
import { type Shortcut, shortcutOf } from '#web/features/editor/kernel/places/shortcuts.ts';
import { sideOf } from '#web/features/editor/kernel/state/sides.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** Handles the editor's shortcuts wherever the focus is, except while a dialog is open or during a drag. */
export function useShortcuts(handlers: { save: () => void; help: () => void }): void {
  const { editing } = useTools();
  const isForDialog = useRef(false);
  // Checked in the capture phase: by the bubble phase a dialog that this key closes has been removed.
  const checkDialogs = (event: KeyboardEvent) => {
    const open = event.key === 'Escape' ? '[role="dialog"], [role="menu"]' : '[aria-modal="true"]';
    // Most keys are words: they do not pay for a search of the large canvas.
    isForDialog.current = shortcutOf(event) !== null && document.querySelector(open) !== null;
  };
  useWindowEvent('keydown', checkDialogs, { capture: true });
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || editing.drag.getState().dragged !== null || isForDialog.current) return;
    const shortcut = shortcutOf(event);
    const run = shortcut && actionOf(shortcut, editing, handlers, event);
    if (run === null) return;
    event.preventDefault();
    run();
  });
}

function actionOf(
  shortcut: Shortcut,
  editing: EditorSession,
  { save, help }: { save: () => void; help: () => void },
  { shiftKey }: KeyboardEvent,
): (() => void) | null {
  if (shortcut === 'save') return save;
  if (shortcut === 'help') return help;
  if (shortcut === 'region') return () => focusNextRegion(shiftKey ? -1 : 1);
  if (shortcut === 'tiles' || shortcut === 'canvas' || shortcut === 'form')
    return () => void focusRegion(shortcut);
  if (shortcut === 'format') return focusFormatting();
  if (shortcut === 'undo') return () => undoStep(editing);
  if (shortcut === 'redo') return () => redoStep(editing);
  const name = focusedBlock(editing);
  return name === null ? null : blockAction(shortcut, editing, name);
}

/** Returns a function that focuses the formatting tools; null where no words are typed. */
function focusFormatting(): (() => void) | null {
  const first = document.querySelector<HTMLElement>('[data-writing-tools] [role="toolbar"] [tabindex="0"]');
  return first === null ? null : () => first.focus();
}

function blockAction(shortcut: Shortcut, editing: EditorSession, name: string): (() => void) | null {
  const { document, selected } = editing.store.getState();
  if (!isAllowed(shortcut, editing.rightAt(name))) return () => editing.refuse();
  switch (shortcut) {
    case 'up':
    case 'down':
      return () => moveBlockBy(editing, name, shortcut);
    case 'left':
    case 'right':
      return () => {
        const place = positionOf(document, name);
        if (place !== null && sideOf(place.column, editing.isRightToLeft) !== shortcut)
          moveBlockBy(editing, name, 'other-column');
      };
    case 'wide':
      return () => toggleWide(editing, name);
    case 'add':
      return () => chooseBelow(editing, name);
    case 'duplicate':
      return () => duplicateInPlace(editing, name);
    case 'delete':
      return () => void deleteBlock(editing, name);
    case 'close':
      return selected === null ? null : () => selectBlock(editing, null);
    default:
      return null;
  }
}

function isAllowed(shortcut: Shortcut, right: BlockRight): boolean {
  if (right === 'arrange' || shortcut === 'close') return true;
  return shortcut === 'add' && right === 'add';
}

// The focused block, otherwise the selected one.
function focusedBlock(editing: EditorSession): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block;
  return focused ?? editing.store.getState().selected;
}
