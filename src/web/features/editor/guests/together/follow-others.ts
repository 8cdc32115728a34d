import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

/** Follows the other people who have the newsletter open. Loaded later, as the newsletter can be shown without it. */
export function followOthers(editing: EditorSession): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  whenIdle(() => {
    if (isStopped) return;
    import('./together.ts').then(
      ({ startTogether }) => {
        if (!isStopped) stop = startTogether(editing);
      },
      // Without it, changes by others arrive at the next save.
      () => undefined,
    );
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}
