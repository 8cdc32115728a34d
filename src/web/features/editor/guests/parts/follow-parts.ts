import { whenIdle } from '#web/features/editor/when-idle.ts';

/** See `keep-to-parts.ts`, which only contributors need. */
export function followParts(
  editing: Parameters<typeof import('./keep-to-parts.ts').keepToParts>[0],
): () => void {
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
