import { loadable } from '#ui/loadable.tsx';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

/** See `timing-notes.tsx`. Once the newsletter is there: most have none. */
export const TimingNotes = loadable(
  async () => {
    await new Promise<void>((resolve) => whenIdle(resolve));
    return (await import('./timing-notes.tsx')).TimingNotes;
  },
  () => null,
);

/** See `timing-dialog.tsx`. */
export const TimingDialog = loadable(
  async () => (await import('./timing-dialog.tsx')).TimingDialog,
  () => null,
);
