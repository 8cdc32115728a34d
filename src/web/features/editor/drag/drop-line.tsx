import classes from '#web/features/editor/canvas/canvas.module.css';
import { useDrag } from '#web/features/editor/kernel/tools.tsx';

/** The line that shows where the dragged block will be dropped. */
export function DropLine() {
  const landing = useDrag((state) => state.landing);
  const files = useDrag((state) => state.files);
  if (landing === null) return null;
  const { columnTop } = landing;
  const { left, top, width } = landing.line;
  return (
    <>
      {/* The column is still in view where the line is not. */}
      <div className={classes.dropColumn} style={{ left, width, top: columnTop }} />
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
