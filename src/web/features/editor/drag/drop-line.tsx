import classes from '#web/features/editor/canvas/canvas.module.css';
import { useDrag } from '#web/features/editor/editor-context.tsx';

/** The line that shows where the dragged block will be dropped. */
export function DropLine() {
  const line = useDrag((state) => state.landing?.line);
  const files = useDrag((state) => state.files);
  if (line === undefined) return null;
  const { left, top, width } = line;
  return (
    <>
      {/* Where the line is out of sight, the column still is in it. */}
      <div className={classes.dropColumn} style={{ left, width }} />
      <div
        className={classes.dropLine}
        data-drop-line=""
        style={{ left, width, transform: `translateY(${top}px)` }}
      >
        {files !== null && <span className={classes.dropWords}>{files}</span>}
      </div>
    </>
  );
}
