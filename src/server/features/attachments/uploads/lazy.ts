import type * as images from './images.ts';
import type * as service from './service.ts';

/**
 * Uploads, loaded at the first one or when the program has started (`loadUploads`): what reads pictures and documents would
 * take a tenth of a start.
 */
const load = (): Promise<typeof service> => import('./service.ts');

export const storeUpload: typeof service.storeUpload = async (...given) =>
  (await load()).storeUpload(...given);
export const storeImage: typeof service.storeImage = async (...given) => (await load()).storeImage(...given);
export const makeCopiesLater: typeof images.makeCopiesLater = async (...given) =>
  (await import('./images.ts')).makeCopiesLater(...given);

/** Loads it, so that an upload does not wait, and is stored by this version even if a newer one is installed meanwhile. */
export async function loadUploads(): Promise<void> {
  await load();
}
