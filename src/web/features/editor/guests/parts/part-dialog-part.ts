import { loadable } from '#ui/loadable.tsx';

/** See `part-dialog.tsx`. */
export const PartDialog = loadable(
  async () => (await import('./part-dialog.tsx')).PartDialog,
  () => null,
);

/** See `all-parts-dialog.tsx`. */
export const AllPartsDialog = loadable(
  async () => (await import('./all-parts-dialog.tsx')).AllPartsDialog,
  () => null,
);
