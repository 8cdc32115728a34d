import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { OperatorError } from '#server/operator/operator-error.ts';
import { typeOfObject } from '#server/platform/files/file-objects.ts';
import { through } from '#server/platform/streams.ts';
import type { BackupPlace } from './backup-place.ts';
import { DATABASE_KINDS } from './database-dump.ts';
import { backupKey, sealing, unsealing } from './sealing.ts';

/** The parts of a backup. */

/** The database's object. Names of files begin with `FILES`. */
export const DATABASE = 'database';
export const FILES = 'files/';
/** The keys of DATA_DIR that decrypt the database's secrets: only in an encrypted backup. */
export const KEYS_OBJECT = 'keys';
const CONTENTS = 'contents';
/** Written last: a place without it holds no complete backup. */
const HEAD = 'backup.json';

const headSchema = z.object({
  /** From 2 on the list of objects contains the head too, so that the head of an encrypted backup cannot be changed. */
  format: z.union([z.literal(1), z.literal(2)]),
  made_at: z.iso.datetime(),
  database: z.enum(DATABASE_KINDS),
  /** Null: the backup is not encrypted. */
  salt: z.string().nullable(),
});
export type Head = z.infer<typeof headSchema>;

const isObjectName = (name: string) =>
  name === DATABASE ||
  name === KEYS_OBJECT ||
  (name.startsWith(FILES) && typeOfObject(name.slice(FILES.length)) !== null);

const stored = z.object({
  // The name becomes a path.
  name: z.string().refine(isObjectName, { error: ({ input }) => `The backup has a wrong name: ${input}` }),
  size: z.number().int().nonnegative(),
  sha256: z.string(),
});
/** An object of a backup, with its size and hash before encryption. */
export type StoredObject = z.infer<typeof stored>;

function contentsOf(head: Head) {
  const isHead = (own: Head) => JSON.stringify(own) === JSON.stringify(head);
  const own = headSchema.refine(isHead, { error: `it is of another backup than its ${HEAD}` });
  return z.object({ head: own, objects: stored.array() }).transform(({ objects }) => objects);
}

/** Reads and writes the objects of a backup, encrypted if there is a key. */
export class BackupContents {
  readonly #place: BackupPlace;
  readonly #key: Buffer | null;

  constructor(place: BackupPlace, key: Buffer | null) {
    this.#place = place;
    this.#key = key;
  }

  /** Stores one object from a stream. */
  async write(name: string, bytes: Readable): Promise<StoredObject> {
    const { counted, result } = counting(bytes);
    const sealed = this.#key === null ? counted : through(counted, sealing(this.#key, name));
    await this.#place.write(name, sealed);
    return { name, ...result() };
  }

  /** The bytes of an object. The stream fails at its end with `OperatorError` if they differ from what was stored. */
  async read({ name, size, sha256 }: StoredObject): Promise<Readable> {
    const { counted, result } = counting(await this.#open(name), () => {
      const found = result();
      if (found.size !== size || found.sha256 !== sha256)
        throw new OperatorError(`${name} of the backup is damaged: take another backup.`);
    });
    return counted;
  }

  /** Stores the list of objects and then the head, which completes the backup. */
  async finish(head: Head, objects: readonly StoredObject[]): Promise<void> {
    await this.write(CONTENTS, Readable.from([Buffer.from(JSON.stringify({ head, objects }))]));
    await this.#place.write(HEAD, Readable.from([Buffer.from(JSON.stringify(head, null, 2))]));
  }

  /** The objects of a complete backup. Throws `OperatorError` if they do not belong to this head, or a name is not allowed. */
  async list(head: Head): Promise<readonly StoredObject[]> {
    const given: unknown = JSON.parse(await text(await this.#open(CONTENTS)));
    const found = head.format === 1 ? stored.array().safeParse(given) : contentsOf(head).safeParse(given);
    if (!found.success)
      throw new OperatorError(
        `The list of what is in the backup is wrong: ${found.error.issues[0]?.message ?? 'it is damaged'}.`,
      );
    return found.data;
  }

  async #open(name: string): Promise<Readable> {
    const bytes = await this.#place.read(name);
    return this.#key === null ? bytes : through(bytes, unsealing(this.#key, name));
  }
}

/**
 * Opens a complete backup for reading. Throws `OperatorError` if there is none, if its passphrase is missing, or if it
 * is not encrypted although there is a passphrase: anybody who can write there could have replaced the backup.
 */
export async function openBackup(
  place: BackupPlace,
  { passphrase, takesPlain }: { readonly passphrase: string | undefined; readonly takesPlain: boolean },
) {
  if (!(await place.has(HEAD)))
    throw new OperatorError(`There is no whole backup in ${place.name}: it would have a ${HEAD}.`);
  const head = headSchema.safeParse(JSON.parse(await text(await place.read(HEAD))));
  if (!head.success)
    throw new OperatorError(
      `The backup in ${place.name} is of another version of the program: restore it with that.`,
    );
  const { salt } = head.data;
  if (salt === null && passphrase !== undefined && !takesPlain)
    throw new OperatorError(
      `The backup in ${place.name} is not encrypted, although BACKUP_PASSPHRASE is set: anybody who can write there may have made it. If it is yours, take --plain.`,
    );
  const key = salt === null ? null : await backupKey(passphrase, salt);
  return { head: head.data, contents: new BackupContents(place, key) };
}

function counting(bytes: Readable, check: () => void = () => undefined) {
  const hash = createHash('sha256');
  let size = 0;
  let sha256 = '';
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      sha256 = hash.digest('hex');
      try {
        check();
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  return { counted: through(bytes, counter), result: () => ({ size, sha256 }) };
}
