import { useRef } from 'react';
import { fullDate } from '#newsletter/values/dates.ts';
import { focusTitle } from '#web/features/editor/kernel/places/focus.ts';
import type { RenderTarget } from '#web/features/editor/kernel/rendering/render-target.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './canvas.module.css';
import { useIssueDay, useRenderedHead } from './use-rendered-block.ts';

/** The newsletter's masthead, covered by a button that describes it and leads to the title. */
export function HeadSlot({ target }: { target: RenderTarget['target'] }) {
  const { editing, school } = useTools();
  const title = useEditor((state) => state.title);
  const day = useIssueDay();
  const host = useRef<HTMLDivElement>(null);
  useRenderedHead(host, target);
  return (
    <div className={classes.head}>
      {/* Hidden because the title is a heading in it; the editor's own is in its header. */}
      <div ref={host} dir={editing.isRightToLeft ? 'rtl' : undefined} aria-hidden="true" inert />
      <button
        type="button"
        className={classes.headCover}
        aria-label={`Masthead: ${school.name}, ${title}, ${fullDate(day, 'en')}`}
        aria-describedby="masthead-help"
        onClick={focusTitle}
      />
      <p id="masthead-help" hidden>
        Enter changes the title. The date and colours are under Design; name and logo are the school’s.
      </p>
    </div>
  );
}
