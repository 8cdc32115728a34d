import { buffer } from 'node:stream/consumers';
import { canHaveCopy, copyNames, isMadeAlone } from '#newsletter/render/picture-copies.ts';
import type { AppContext } from '#server/context.ts';
import { deleteStored } from '#server/features/attachments/storage/delete-stored.ts';
import { makeCopiesLater } from '#server/features/attachments/uploads/lazy.ts';
import type { StoredFile } from '#server/platform/files/files.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import type { FileAccess } from './public-files.ts';
import { recordCopies } from './repo.ts';

/**
 * Makes missing copies of pictures, uploaded before copies existed or restored without them: when one is first requested, all are made,
 * once. A flat copy, or one cut around a focal point, is always made on request, and alone. Callers must first check access to the picture.
 */
export class MissingCopies {
  readonly #context: AppContext;
  readonly #making = new SingleFlight<void>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** A picture's copy. Null if there is none of that name, or it cannot be made now. */
  async find(key: string, name: string, access: FileAccess): Promise<StoredFile | null> {
    const { files } = this.#context;
    const stored = await files.getCopy(key, name);
    if (stored !== null || !canHaveCopy(access, name)) return stored;
    const only = isMadeAlone(name) ? name : null;
    await this.#making.run(only === null ? key : `${key} ${only}`, async () => {
      if ((await files.getCopy(key, name)) === null) await this.#make(key, access, only);
    });
    return await files.getCopy(key, name);
  }

  async #make(key: string, access: FileAccess, only: string | null): Promise<void> {
    const { files, database } = this.#context;
    const { contentType, ownerId } = access;
    const picture = await files.get(key);
    const [width, height] = [access.width ?? 0, access.height ?? 0];
    if (picture === null || ownerId === null) return;
    const read = async () => ({ bytes: await buffer(picture.open()), contentType, width, height });
    const copies = await makeCopiesLater(read, only === null ? copyNames(access) : [only]);
    if (copies === null) return;
    for (const [each, bytes] of copies) await files.putCopy(key, each, bytes);
    // The file has been deleted meanwhile.
    if (!(await recordCopies(database, ownerId, key, copies, { areFurther: only !== null })))
      await deleteStored(this.#context, key);
  }
}
