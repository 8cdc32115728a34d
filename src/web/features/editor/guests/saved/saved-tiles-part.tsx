import { loadable } from '#ui/loadable.tsx';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

/** See `saved-tiles.tsx`: they are below everything else of the picker, so the newsletter is drawn first. */
export const SavedBlocks = loadable(
  async () => {
    await new Promise<void>(whenIdle);
    return (await import('./saved-tiles.tsx')).SavedBlocks;
  },
  () => null,
);
