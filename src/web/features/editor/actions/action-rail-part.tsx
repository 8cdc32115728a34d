import { loadable, Nothing } from '#ui/loadable.tsx';

/** See `action-rail.tsx`. Loaded along with the writing tools, which report it if they cannot be loaded. */
export const ActionRail = loadable(async () => (await import('./action-rail.tsx')).ActionRail, Nothing);
