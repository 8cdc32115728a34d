import { useEffect, useRef, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { afterFrame } from '#web/features/editor/kernel/state/after-frame.ts';
import { isTypedOver } from '#web/features/editor/writing/typed-over.ts';

/** How long the keys rest, in milliseconds, before a block is drawn with the words that were typed over it. */
const PAUSE = 250;

/**
 * While `isOn`, returns the block that somebody types in as it was before the last frame: no frame waits for what depends on
 * it, and several changes before a frame are one. Words typed over the drawn block, in its place, are seen already: then
 * returns it as it was before the keys last rested. Otherwise returns the block itself. `onDue` is called with the next one.
 */
export function useTypedLate(
  block: Block,
  isOn: boolean,
  onDue: (block: Block) => void = () => undefined,
): Block {
  const [late, setLate] = useState(block);
  // So that it begins with the block that is shown.
  if (!isOn && late !== block) setLate(block);
  const newest = useRef(block);
  newest.current = block;
  const due = useRef(onDue);
  due.current = onDue;
  const frame = useRef<(() => void) | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(pause.current);
    if (!isOn || block === late || frame.current !== null) return;
    const draw = () => {
      due.current(newest.current);
      setLate(newest.current);
    };
    frame.current = afterFrame(() => {
      frame.current = null;
      if (isTypedOver(newest.current.name)) pause.current = setTimeout(draw, PAUSE);
      else draw();
    });
  }, [block, late, isOn]);
  useEffect(
    () => () => {
      frame.current?.();
      clearTimeout(pause.current);
    },
    [],
  );
  return isOn ? late : block;
}
