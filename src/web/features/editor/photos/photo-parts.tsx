import { loadable, Nothing } from '#ui/loadable.tsx';

/** See `add-photos-button.tsx`. */
export const AddPhotosButton = loadable(
  async () => (await import('./add-photos-button.tsx')).AddPhotosButton,
  Nothing,
);

/** See `photo-tiles.tsx`. Until they are loaded, the block shows as it is drawn. */
export const PhotoTiles = loadable(async () => (await import('./photo-tiles.tsx')).PhotoTiles, Nothing);
