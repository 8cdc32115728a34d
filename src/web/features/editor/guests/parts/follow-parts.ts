import type { Editing } from '#web/features/editor/kernel/editor-session.ts';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

/** See `keep-to-parts.ts`, which only contributors need. */
export function followParts(editing: Editing): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  whenIdle(() => {
    if (isStopped) return;
    import('./keep-to-parts.ts').then(
      ({ keepToParts }) => {
        if (!isStopped) stop = keepToParts(editing);
      },
      // Without it, what is not theirs is not saved.
      () => undefined,
    );
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}
