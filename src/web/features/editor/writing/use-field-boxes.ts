import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { type FieldBox, isSameMeasure, measureFields } from './measure-fields.ts';

/** The boxes of a drawn block's fields, measured after each drawing and whenever the block's size changes. */
export function useFieldBoxes(
  block: Block,
  host: RefObject<HTMLElement | null>,
  onShown: (listener: (() => void) | null) => void,
): readonly FieldBox[] {
  const latest = useRef(block);
  latest.current = block;
  const [boxes, setBoxes] = useState<readonly FieldBox[]>([]);
  useLayoutEffect(() => {
    const { current: drawn } = host;
    if (drawn === null) return;
    const measure = () => {
      const slot = drawn.parentElement;
      if (slot === null || drawn.shadowRoot === null) return;
      const now = measureFields(slot, drawn.shadowRoot, emptyPaths(latest.current));
      setBoxes((before) => (isSameMeasure(before, now) ? before : now));
    };
    measure();
    onShown(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(drawn);
    return () => {
      onShown(null);
      observer.disconnect();
    };
  }, [host, onShown]);
  return boxes;
}

function emptyPaths(block: Block): ReadonlySet<string> {
  return new Set(textsOf(block).flatMap(({ path, text }) => (text === '' ? [path] : [])));
}
