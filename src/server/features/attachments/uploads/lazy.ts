import type * as images from './images.ts';
import type * as service from './service.ts';

/**
 * Uploads, loaded with the first one or after the program has started (`loadUploads`): the libraries for pictures and documents would add a
 * tenth to the start.
 */
const load = (): Promise<typeof service> => import('./service.ts');

export const storeUpload: typeof service.storeUpload = async (...given) =>
  (await load()).storeUpload(...given);
export const storeImage: typeof service.storeImage = async (...given) => (await load()).storeImage(...given);
export const makeCopiesLater: typeof images.makeCopiesLater = async (...given) =>
  (await import('./images.ts')).makeCopiesLater(...given);

/** Loads them early, so that no upload waits, or uses a newer version that was installed meanwhile. */
export async function loadUploads(): Promise<void> {
  await load();
}
