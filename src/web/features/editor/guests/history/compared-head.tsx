import { useEffect, useRef } from 'react';
import type { Version } from '#newsletter/changes/changes.ts';
import canvas from '#web/features/editor/canvas/canvas.module.css';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { shadowOf, showFragment } from '#web/newsletter-ui/renderer/shadow-slot.ts';

/** The masthead of a version. */
export function ComparedHead({ version: { title, document }, today }: { version: Version; today: string }) {
  const { editing, school } = useTools();
  const { blockRenderer, isRightToLeft } = editing;
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    blockRenderer.renderHead({ school, target: 'page', title, document, today }).then(
      (fragment) => {
        if (isCurrent && fragment !== null && host.current !== null)
          showFragment(shadowOf(host.current), fragment);
      },
      // The blocks show the failure.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [blockRenderer, school, title, document, today]);
  return (
    <div className={canvas.head}>
      <div ref={host} dir={isRightToLeft ? 'rtl' : undefined} aria-hidden="true" inert />
    </div>
  );
}
