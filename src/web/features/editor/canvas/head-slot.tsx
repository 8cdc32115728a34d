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
      className={classes.head}
      data-logo={school.logo === null ? undefined : ''}
      role="img"
      aria-label={`Head: ${school.name}`}
    >
      {/* The title is a heading in there; the editor's own is in its header. */}
      <div ref={host} dir={editing.isRightToLeft ? 'rtl' : undefined} aria-hidden="true" inert />
    </div>
  );
}
