import classes from '#web/features/editor/canvas/canvas.module.css';
import { useDrag } from '#web/features/editor/editor-context.tsx';

/** Where what is in the hand will land. */
export function DropLine() {
  const line = useDrag((state) => state.landing?.line);
  if (line === undefined) return null;
  const { left, top, width } = line;
  return (
    <div
      className={classes.dropLine}
      data-drop-line=""
      style={{ left, width, transform: `translateY(${top}px)` }}
    />
  );
}
