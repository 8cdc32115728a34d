import { loadable } from '#ui/loadable.tsx';

/** See `block-search.tsx`. */
export const BlockSearch = loadable(
  async () => (await import('./block-search.tsx')).BlockSearch,
  () => null,
);
