import { finished, PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** An entry of a ZIP file. */
export type EntryContent = string | Buffer | Readable;

/** A ZIP file whose entries are read one after the other. A failing entry aborts the whole file. */
export class ZipArchive {
  readonly #zip = new ZipFile();
  readonly #out = new PassThrough();
  #current: Readable | null = null;

  add(path: string, content: () => Promise<EntryContent>): void {
    // Pictures, films and office files are already compressed.
    const compress = !path.startsWith('files');
    this.#zip.addReadStreamLazy(path, { compress }, (give) => {
      content().then(
        (made) => give(null, this.#watched(made instanceof Readable ? made : Readable.from([made]))),
        (error: Error) => this.#out.destroy(error),
      );
    });
  }

  end(): Readable {
    this.#zip.on('error', (error: Error) => this.#out.destroy(error));
    pipeline(this.#zip.outputStream, this.#out, () => this.#current?.destroy());
    this.#zip.end();
    return this.#out;
  }

  #watched(piece: Readable): Readable {
    this.#current = piece;
    finished(piece, (error) => error && this.#out.destroy(error));
    // A client that has disconnected keeps no file open.
    if (this.#out.destroyed) piece.destroy();
    return piece;
  }
}
