import { buffer } from 'node:stream/consumers';
import { copyNames } from '#newsletter/render/picture-copies.ts';
import type { AppContext } from '#server/context.ts';
import { makeCopiesLater } from '#server/features/attachments/uploads/images.ts';
import type { StoredFile } from '#server/platform/files/files.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import type { FileAccess } from './public-files.ts';
import { recordCopies } from './repo.ts';

/**
 * The copies of pictures that were uploaded before there were copies, or restored without them, are made when one is first
 * asked for: all of them, and once. Callers check first who may see the picture.
 */
export class MissingCopies {
  readonly #context: AppContext;
  readonly #making = new SingleFlight<void>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** A picture's copy. Null if it has none of that name, or none can be made now. */
  async find(key: string, name: string, access: FileAccess): Promise<StoredFile | null> {
    const { files } = this.#context;
    const stored = await files.getCopy(key, name);
    if (stored !== null || !copyNames(access).includes(name)) return stored;
    await this.#making.run(key, async () => {
      if ((await files.getCopy(key, name)) === null) await this.#make(key, access);
    });
    return await files.getCopy(key, name);
  }

  async #make(key: string, access: FileAccess): Promise<void> {
    const { files, database } = this.#context;
    const { contentType, ownerId } = access;
    const picture = await files.get(key);
    const [width, height] = [access.width ?? 0, access.height ?? 0];
    if (picture === null || ownerId === null) return;
    const copies = await makeCopiesLater(async () => ({
      bytes: await buffer(picture.open()),
      contentType,
      width,
      height,
    }));
    if (copies === null) return;
    for (const [each, bytes] of copies) await files.putCopy(key, each, bytes);
    // The file has been deleted meanwhile.
    if (!(await recordCopies(database, ownerId, key, copies))) await files.delete(key);
  }
}
