import { useEffect, useRef, useState } from 'react';

/**
 * While `isOn`, a value as it was before the last frame: no frame waits for what depends on it, and several changes before a
 * frame are one. Otherwise the value itself.
 */
export function useAfterPaint<Value>(value: Value, isOn: boolean): Value {
  const [late, setLate] = useState<Value>(value);
  // So that it begins with what is shown.
  if (!isOn && late !== value) setLate(value);
  const newest = useRef(value);
  newest.current = value;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!isOn || value === late || stop.current !== null) return;
    // The first task after a frame.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        stop.current = null;
        setLate(newest.current);
      });
    });
    stop.current = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      stop.current = null;
    };
  }, [value, late, isOn]);
  useEffect(() => () => stop.current?.(), []);
  return isOn ? late : value;
}
