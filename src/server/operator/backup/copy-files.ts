import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import PQueue from 'p-queue';
import { OperatorError } from '#server/operator/operator-error.ts';
import type { FileObject, FileObjects } from '#server/platform/files/file-objects.ts';
import { INSTALLATION_ID } from '#server/platform/files/files.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { through } from '#server/platform/streams.ts';

/** The number of copies at a time: calls to a bucket mostly wait. */
const AT_A_TIME = 8;

/** The result for one object. */
type Outcome =
  /** The target already had it. */
  | 'there'
  | 'copied'
  /** The target has other bytes under its name, which stay. */
  | 'different'
  /** The source deleted it meanwhile. */
  | 'gone';

/** The progress of a copy; sizes in bytes. */
export interface CopyProgress {
  readonly files: number;
  readonly bytes: number;
  readonly doneFiles: number;
  readonly doneBytes: number;
  readonly copied: number;
  /** The names of the objects that differ in the target. */
  readonly different: readonly string[];
}

/**
 * Copies what is in `source` and not in `target`; each copy is read back and compared by its SHA-256. Nothing that the
 * target had is removed or replaced, so the copying can be stopped and run again at any time, also while the program
 * serves from `source`. Objects that the target already has are compared by size, with `comparesAll` by SHA-256. Throws
 * `OperatorError` if the two belong to different installations, and the errors of the places.
 */
export async function copyFiles(
  source: FileObjects,
  target: FileObjects,
  {
    comparesAll,
    onProgress,
  }: { readonly comparesAll: boolean; readonly onProgress: (progress: CopyProgress) => void },
): Promise<CopyProgress> {
  const objects = await Array.fromAsync(source.list());
  const targets = new Map((await Array.fromAsync(target.list())).map((object) => [object.name, object]));
  await refuseOtherInstallation(
    { place: source, id: objects.find(({ name }) => name === INSTALLATION_ID) },
    { place: target, id: targets.get(INSTALLATION_ID) },
  );
  const different: string[] = [];
  const bytes = objects.reduce((sum, { size }) => sum + size, 0);
  const progress = { files: objects.length, bytes, doneFiles: 0, doneBytes: 0, copied: 0, different };
  const queue = new PQueue({ concurrency: AT_A_TIME });
  const copy = async (object: FileObject) => {
    const outcome = await copyOne(object, { source, target, there: targets.get(object.name), comparesAll });
    progress.doneFiles += 1;
    progress.doneBytes += object.size;
    if (outcome === 'copied') progress.copied += 1;
    if (outcome === 'different') different.push(object.name);
    onProgress(progress);
  };
  try {
    await queue.addAll(objects.map((object) => () => copy(object)));
  } catch (error) {
    queue.clear();
    await queue.onIdle();
    throw error;
  }
  return progress;
}

interface Found {
  readonly place: FileObjects;
  readonly id: FileObject | undefined;
}

async function refuseOtherInstallation(source: Found, target: Found): Promise<void> {
  const { name } = source.place.place;
  if (source.id === undefined)
    throw new OperatorError(`There are no files of this program in ${name}: is the variable right?`);
  if (target.id === undefined) return;
  if ((await sha256(source.place.read(source.id))) === (await sha256(target.place.read(target.id)))) return;
  throw new OperatorError(
    `${target.place.place.name} holds the files of another installation than ${name}: choose an empty one.`,
  );
}

async function copyOne(
  object: FileObject,
  {
    source,
    target,
    there,
    comparesAll,
  }: {
    readonly source: FileObjects;
    readonly target: FileObjects;
    readonly there: FileObject | undefined;
    readonly comparesAll: boolean;
  },
): Promise<Outcome> {
  try {
    if (there === undefined) {
      await copyAndCompare(object, source, target);
      return 'copied';
    }
    if (there.size !== object.size) return 'different';
    if (!comparesAll) return 'there';
    return (await sha256(source.read(object))) === (await sha256(target.read(object)))
      ? 'there'
      : 'different';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'gone';
    throw error;
  }
}

/** Deletes a copy that differs when read back: the next run would take it for complete, by its size. */
async function copyAndCompare(object: FileObject, source: FileObjects, target: FileObjects): Promise<void> {
  const wanted = await transfer(source.read(object), target, object.name);
  const isEqual = await sha256(target.read(object)).then((found) => found === wanted, rethrowAfterRemoval);
  if (isEqual) return;
  return await rethrowAfterRemoval(
    new FileStoreUnavailable(`${target.place.name} gives other bytes of ${object.name} than it took.`),
  );

  async function rethrowAfterRemoval(error: unknown): Promise<never> {
    await target.remove(object.name).catch(() => undefined);
    throw error;
  }
}

/** Writes a stream, and resolves to the SHA-256 of its bytes. */
async function transfer(bytes: Readable, target: FileObjects, name: string): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform: (chunk, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await target.write(name, through(bytes, hashing));
  return hash.digest('hex');
}

async function sha256(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
