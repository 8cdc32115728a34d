import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { OperatorError } from '#server/operator/operator-error.ts';
import { syncFolder } from '#server/platform/sync-folder.ts';

/** A folder as one stream: a line of JSON for each entry, followed by the file's bytes. */

const LINE_MAX = 64 * 1024;

const entry = z.object({ path: z.string(), size: z.number().int().nonnegative().nullable() });
/** Size null: a folder. */
type Entry = z.infer<typeof entry>;

/** Packs a whole folder, which must not change meanwhile. */
export function packFolder(folder: string): Readable {
  return Readable.from(packed(folder), { objectMode: false });
}

async function* packed(folder: string): AsyncGenerator<Buffer> {
  for await (const { path, size } of entriesOf(folder)) {
    yield Buffer.from(`${JSON.stringify({ path, size })}\n`);
    if (size !== null && size > 0) yield* createReadStream(join(folder, path), { end: size - 1 });
  }
}

async function* entriesOf(folder: string, below = ''): AsyncGenerator<Entry> {
  for (const found of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = `${below}${found.name}`;
    if (found.isDirectory()) {
      yield { path, size: null };
      yield* entriesOf(folder, `${path}/`);
    } else if (found.isFile()) yield { path, size: (await stat(join(folder, path))).size };
  }
}

/** Makes a folder from such a stream. Throws `OperatorError` if the stream is invalid, or ends early. */
export async function unpackFolder(bytes: Readable, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const source = new Source(bytes);
  for (;;) {
    const line = await source.line();
    if (line === null) break;
    const { path, size } = entry.parse(JSON.parse(line));
    const target = join(folder, normalize(path));
    if (!target.startsWith(folder + sep)) throw new OperatorError(`The backup has a wrong path: ${path}`);
    if (size === null) await mkdir(target, { recursive: true, mode: 0o700 });
    else {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(source.bytes(size), createWriteStream(target, { mode: 0o600, flush: true }));
    }
  }
  await syncFolder(folder);
}

/** Reads lines and counted bytes from a stream. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #kept: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#kept = this.#kept.length === 0 ? value : Buffer.concat([this.#kept, value]);
    return true;
  }

  /** The next line; null at the end. Throws `OperatorError` for a line longer than any path. */
  async line(): Promise<string | null> {
    for (;;) {
      if (this.#kept.length > LINE_MAX && !this.#kept.subarray(0, LINE_MAX).includes(10))
        throw new OperatorError('The backup of the database is damaged.');
      const end = this.#kept.indexOf(10);
      if (end >= 0) {
        const line = this.#kept.toString('utf8', 0, end);
        this.#kept = this.#kept.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) {
        if (this.#kept.length > 0) throw new OperatorError('The backup of the database ends early.');
        return null;
      }
    }
  }

  async *bytes(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#kept.length === 0 && !(await this.#more()))
        throw new OperatorError('The backup of the database ends early.');
      const piece = this.#kept.subarray(0, left);
      this.#kept = this.#kept.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}
