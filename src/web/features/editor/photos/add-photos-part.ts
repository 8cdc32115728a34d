import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Loads `add-photos.ts`, which opening a newsletter does not need. */
export const loadAddPhotos = () => import('./add-photos.ts');
type AddPhotos = Awaited<ReturnType<typeof loadAddPhotos>>;

/** See `add-photos.ts`. */
export function addFiles(...given: Parameters<AddPhotos['addFiles']>): void {
  loadAddPhotos().then((loaded) => loaded.addFiles(...given), showFailure);
}

/** See `add-photos.ts`. */
export function addPhotosTo(...given: Parameters<AddPhotos['addPhotosTo']>): void {
  loadAddPhotos().then((loaded) => loaded.addPhotosTo(...given), showFailure);
}

function showFailure(): void {
  toast.error('This could not be loaded, and nothing was added.', { action: RELOAD });
}
