import { insteadOf, loadable } from '#ui/loadable.tsx';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

/** See `design-fields.tsx`. Loaded after the newsletter, which is shown first. */
export const DesignFields = loadable(async () => {
  await new Promise<void>(whenIdle);
  return (await import('./design-fields.tsx')).DesignFields;
}, insteadOf('design fields'));
