import { type RefObject, useCallback, useRef } from 'react';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block } from '#newsletter/document/document.ts';
import { useKeyboardDrag } from '#web/features/editor/drag/use-keyboard-drag.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useCoverLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { fieldAt } from '#web/features/editor/writing/field-at.ts';
import classes from './block-slot.module.css';

/** The button over a block, whose name has the block's words once they are drawn. */
export function useCover(name: string) {
  const button = useRef<HTMLButtonElement>(null);
  const setWords = useCoverLabel(button, name);
  const drawn = useRef<(() => void) | null>(null);
  const onShown = useCallback((listener: (() => void) | null) => {
    drawn.current = listener;
  }, []);
  const show = useCallback(
    (words: string) => {
      setWords(words);
      drawn.current?.();
    },
    [setWords],
  );
  return { button, onShown, show };
}

/** Selects the block, and drags it. */
export function Cover({
  button,
  block: { name, type },
  host,
  label,
  placeId,
  isSelected,
  mayDrag,
}: {
  button: RefObject<HTMLButtonElement | null>;
  block: Block;
  host: RefObject<HTMLDivElement | null>;
  label: string;
  placeId: string;
  isSelected: boolean;
  mayDrag: boolean;
}) {
  const { editing } = useTools();
  const keyboard = useKeyboardDrag({ kind: 'block', type, name }, !mayDrag);
  const isWritten = EDITORS[type].isWrittenInPlace === true;
  return (
    <button
      type="button"
      ref={button}
      className={classes.cover}
      data-drag={mayDrag ? name : undefined}
      // Until it is rendered; then its text is added.
      aria-label={`${label} block`}
      aria-pressed={isSelected}
      // While it is written in, its words are over this button: Tab leads into them, and Escape back.
      tabIndex={isSelected && isWritten ? -1 : undefined}
      aria-describedby={placeId}
      onKeyDown={keyboard}
      onClick={(event) => {
        // A click by keyboard or screen reader moves the focus into the fields.
        if (event.defaultPrevented) return;
        const point = { x: event.clientX, y: event.clientY };
        const path = isWritten || event.detail === 0 ? null : fieldAt(host.current?.shadowRoot, point);
        selectBlock(editing, name, event.detail === 0 ? 'end' : isWritten ? point : undefined);
        if (path !== null) editing.caret.setState({ block: name, path, at: point }, true);
      }}
      onDoubleClick={() => selectBlock(editing, name, 'end')}
    ></button>
  );
}
