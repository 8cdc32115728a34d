import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';

type Dragging = Awaited<ReturnType<typeof imported>>;

const imported = async () => ({
  ...(await import('./drop-places.ts')),
  ...(await import('./drop-tracker.ts')),
  ...(await import('./keyboard-drag.ts')),
});

let loaded: Dragging | null = null;

/** Loads the code of dragging, which measures where things can be dropped. Opening a newsletter does not need it. */
export async function loadDragging(): Promise<Dragging> {
  loaded ??= await imported();
  return loaded;
}

/** The code of dragging; null until it is loaded. */
export const loadedDragging = () => loaded;

/** Calls a function with the code of dragging: at once, or as soon as it is loaded. */
export function withDragging(run: (dragging: Dragging) => void): void {
  if (loaded !== null) run(loaded);
  else
    loadDragging().then(run, () =>
      toast.error('This could not be loaded, and nothing was moved.', { action: RELOAD }),
    );
}
