import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A stored file, as it is served. */
export interface StoredFile {
  readonly contentType: string;
  readonly size: number;
  /** The bytes from `start` to `end` (both included), or all of them. */
  open(range?: { readonly start: number; readonly end: number }): Readable;
}

/** A file that has come whole, but is not kept yet: it can be read and changed where it is, its size unchanged. */
export interface StagedFile {
  readonly size: number;
  /** Up to `length` bytes; fewer only at the end. */
  read(at: number, length: number): Promise<Buffer>;
  overwrite(at: number, bytes: Buffer): Promise<void>;
  /** Stores it durably under its key. Throws `DiskFull`. */
  keep(): Promise<void>;
  /** Leaves nothing of it; after `keep` it does nothing. */
  discard(): Promise<void>;
}

/** How the name of a file ends that was not written to its end. */
export const HALF_WRITTEN = '.part';

/** Keeps files under unguessable keys, as `newFileKey` makes them. */
export interface FilePort {
  /**
   * Stores a stream durably; after a failure or a broken stream nothing of it is left. Resolves to its size in bytes.
   * Throws `DiskFull` where there is no room.
   */
  put(key: string, bytes: Readable): Promise<number>;
  /**
   * Receives a stream, for as long as it takes, without keeping it yet; after a broken stream or a crash nothing of it is
   * left but a half file for the sweep. Whoever calls this calls `keep` or `discard`. Throws `DiskFull`.
   */
  stage(key: string, bytes: Readable): Promise<StagedFile>;
  /** Null where there is no such file. */
  get(key: string): Promise<StoredFile | null>;
  /** Deletes it for good, also from the trash. Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** Puts a file into the trash: it is served no more, but can be put back by hand until the trash is emptied. */
  moveToTrash(key: string, at: Date): Promise<void>;
  /** Deletes for good what was put into the trash on a day before that of `before`. Days are in UTC. */
  emptyTrash(before: Date): Promise<void>;
  /** The id of the installation whose files these are; null where none was written. Throws `DataFolderRefused`. */
  readInstallationId(): Promise<string | null>;
  /** Writes it durably. */
  writeInstallationId(id: string): Promise<void>;
  /**
   * All keys with the time of their last write, for the sweep of leftovers; after a crash also half-written files, whose
   * names end in `HALF_WRITTEN`.
   */
  list(): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>;
  /** The keys of all whole files, in one look that is quick with many of them. */
  keys(): Promise<ReadonlySet<string>>;
  /** Throws `DiskFull` where less than this many bytes can be taken. */
  ensureSpace(bytes: number): Promise<void>;
}

/**
 * What can be stored, by the ending of its key: a file's type is fixed with its name, so that no second place can say
 * otherwise and a backup of the folder is a folder of ordinary files.
 */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain',
};

const KEY = /^[a-z0-9]{32}\.([a-z0-9]{3,4})$/;

/** A new key that nobody can guess (160 random bits), for a file of this type. Throws for a type that is not stored. */
export function newFileKey(contentType: string): string {
  const ending = Object.keys(CONTENT_TYPES).find((name) => CONTENT_TYPES[name] === contentType);
  if (ending === undefined) throw new TypeError(`Files of type ${contentType} are not stored`);
  // Five bits a letter; the alphabet has none that read alike.
  const letters = Array.from(randomBytes(32), (byte) => 'abcdefghjkmnpqrstuvwxyz023456789'.charAt(byte & 31));
  return `${letters.join('')}.${ending}`;
}

/** The type that a key's ending says; null where it is no key at all. */
export function typeOfKey(key: string): string | null {
  const ending = KEY.exec(key)?.[1];
  return ending === undefined ? null : (CONTENT_TYPES[ending] ?? null);
}

/** Other endings that the programs of a type know it by. */
const OTHER_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpeg', 'jfif'],
  mp4: ['m4v'],
  mov: ['qt'],
  txt: ['csv', 'tsv', 'md'],
};

/**
 * What a file is called where it is handed over: computers open a file with what its ending names, so that one ends as its
 * type does, whatever it was called when it came. 'a.hta' of a text becomes 'a.hta.txt'.
 */
export function servedName(name: string, key: string): string {
  const type = key.split('.').at(-1) ?? '';
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return ending === type || OTHER_ENDINGS[type]?.includes(ending) ? name : `${name}.${type}`;
}
