import { useRef } from 'react';
import classes from './canvas.module.css';
import type { DrawnAs } from './drawing.ts';
import { useTools } from './editor-context.tsx';
import { useDrawnHead } from './use-drawn.ts';

/** The newsletter's head, which is the school's: logo and bar. It is not edited here. */
export function HeadSlot({ target }: { target: DrawnAs['target'] }) {
  const { editing, school } = useTools();
  const host = useRef<HTMLDivElement>(null);
  useDrawnHead(host, target);
  return (
    <div
      ref={host}
      className={classes.head}
      data-logo={school.logo === null ? undefined : ''}
      dir={editing.isRightToLeft ? 'rtl' : undefined}
      role="img"
      aria-label={`Head: ${school.name}`}
    />
  );
}
