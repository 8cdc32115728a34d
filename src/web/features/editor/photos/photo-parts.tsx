import { loadable } from '#ui/loadable.tsx';

/** See `photo-tiles.tsx`. Until they are there, the block shows as it is drawn. */
export const PhotoTiles = loadable(
  async () => (await import('./photo-tiles.tsx')).PhotoTiles,
  () => null,
);
