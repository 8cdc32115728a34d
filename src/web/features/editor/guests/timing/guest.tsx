import { loadable, Nothing } from '#ui/loadable.tsx';
import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { useTimingPlace } from '#web/features/editor/kernel/places/timing-place.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

// Loaded after the newsletter: most have no timings.
const TimingNotes = loadable(async () => {
  await new Promise<void>(whenIdle);
  return (await import('./timing-notes.tsx')).TimingNotes;
}, Nothing);
const TimingDialog = loadable(async () => (await import('./timing-dialog.tsx')).TimingDialog, Nothing);
const TimingItem = loadable(async () => (await import('./timing-item.tsx')).TimingItem, Nothing);

/** Publishes or unpublishes a newsletter at a planned time. */
export const TIMING: Guest = {
  name: 'timing',
  preload: { soon: [TimingItem.preload], later: [TimingDialog.preload, TimingNotes.preload] },
  MenuItem: TimingItem,
  Notice: TimingNotes,
  Root() {
    const { editing } = useTools();
    const { asked } = useTimingPlace();
    return asked !== null && !editing.isContributor && <TimingDialog kind={asked} />;
  },
};
