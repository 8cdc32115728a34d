import { loadable, Nothing } from '#ui/loadable.tsx';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

const Keep = loadable(async () => (await import('./keep.tsx')).Keep, Nothing);
// They are below everything else of the picker, so the newsletter is drawn first.
const SavedBlocks = loadable(async () => {
  await new Promise<void>(whenIdle);
  return (await import('./saved-tiles.tsx')).SavedBlocks;
}, Nothing);

/** Blocks that the school keeps for other newsletters. Contributors have none. */
export const SAVED: Guest = {
  name: 'saved',
  preload: { soon: [Keep.preload], later: [SavedBlocks.preload] },
  Tiles: () => !useTools().editing.isContributor && <SavedBlocks />,
  Action: Keep,
};
