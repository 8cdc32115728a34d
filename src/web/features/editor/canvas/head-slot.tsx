import { useRef } from 'react';
import { useTools } from '#web/features/editor/editor-context.tsx';
import type { RenderTarget } from './block-renderer.ts';
import classes from './canvas.module.css';
import { useRenderedHead } from './use-rendered-block.ts';

/** The newsletter's head with the school's logo and colours. It is not edited here. */
export function HeadSlot({ target }: { target: RenderTarget['target'] }) {
  const { editing, school } = useTools();
  const host = useRef<HTMLDivElement>(null);
  useRenderedHead(host, target);
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
