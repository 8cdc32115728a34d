import type { Readable } from 'node:stream';

/** A stored file, as it is served. */
export interface StoredFile {
  readonly contentType: string;
  readonly size: number;
  /** The bytes from `start` to `end` (both included), or all of them. */
  open(range?: { readonly start: number; readonly end: number }): Readable;
}

/** Keeps files under unguessable keys (letters, digits, `-`, `_`, `.` and `/` only). */
export interface FilePort {
  /** Stores a stream durably; after a failure or a broken stream nothing of it is left. Resolves to its size in bytes. */
  put(key: string, contentType: string, bytes: Readable): Promise<number>;
  /** Null where there is no such file. */
  get(key: string): Promise<StoredFile | null>;
  delete(key: string): Promise<void>;
  /** All keys with their age, for the sweep of leftovers. */
  list(): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>;
  /** Throws `DiskFull` where less than this many bytes can be taken. */
  ensureSpace(bytes: number): Promise<void>;
}
