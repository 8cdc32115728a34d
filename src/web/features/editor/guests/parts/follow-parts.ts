import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

/**
 * Follows the parts until the returned function is called: contributors are kept to their own (see `keep-to-parts.ts`), others
 * are notified of parts that are handed in.
 */
export function followParts(editing: EditorSession): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  whenIdle(() => {
    if (isStopped) return;
    const loaded = editing.isContributor
      ? import('./keep-to-parts.ts').then(({ keepToParts }) => keepToParts)
      : import('./notify-of-handed-in.ts').then(({ notifyOfHandedIn }) => notifyOfHandedIn);
    loaded.then(
      (follow) => {
        if (!isStopped) stop = follow(editing);
      },
      // Without it, the server still refuses changes outside their parts, and marks still show parts that are handed in.
      () => undefined,
    );
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}
