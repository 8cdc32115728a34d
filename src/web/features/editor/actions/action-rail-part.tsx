import { loadable } from '#ui/loadable.tsx';

/** See `action-rail.tsx`. It comes with what one types with, which says it if that cannot be loaded. */
export const ActionRail = loadable(
  async () => (await import('./action-rail.tsx')).ActionRail,
  () => null,
);
