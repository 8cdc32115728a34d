import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

/**
 * Follows the parts, until the returned function is called: a contributor is kept to their own (see `keep-to-parts.ts`), others hear
 * what was handed in.
 */
export function followParts(editing: EditorSession): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  whenIdle(() => {
    if (isStopped) return;
    const loaded = editing.isContributor
      ? import('./keep-to-parts.ts').then(({ keepToParts }) => keepToParts)
      : import('./tell-of-handed-in.ts').then(({ tellOfHandedIn }) => tellOfHandedIn);
    loaded.then(
      (follow) => {
        if (!isStopped) stop = follow(editing);
      },
      // Without it, what is not theirs is not saved, and what was handed in shows as its mark.
      () => undefined,
    );
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}
