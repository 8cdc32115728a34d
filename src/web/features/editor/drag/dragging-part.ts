import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';

type Dragging = Awaited<ReturnType<typeof imported>>;

const imported = async () => ({
  ...(await import('./drop-places.ts')),
  ...(await import('./drop-tracker.ts')),
  ...(await import('./keyboard-drag.ts')),
});

let loaded: Dragging | null = null;

/** Loads what measures where something can be dropped. Opening a newsletter does not need it. */
export async function loadDragging(): Promise<Dragging> {
  loaded ??= await imported();
  return loaded;
}

/** It, once it is there. */
export const loadedDragging = () => loaded;

/** Runs something with it: at once, or as soon as it is there. */
export function withDragging(run: (dragging: Dragging) => void): void {
  if (loaded !== null) run(loaded);
  else
    loadDragging().then(run, () =>
      toast.error('This could not be loaded, and nothing was moved.', { action: RELOAD }),
    );
}
