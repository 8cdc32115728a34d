import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A stored file. */
export interface StoredFile {
  readonly contentType: string;
  readonly size: number;
  /** The bytes from `start` to `end` (both included), or all of them. */
  open(range?: { readonly start: number; readonly end: number }): Readable;
}

/** A received file that is not stored yet. It can be read and overwritten in place. */
export interface StagedFile {
  readonly size: number;
  /** Reads up to `length` bytes; fewer only at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
  overwrite(at: number, bytes: Buffer): Promise<void>;
  /** Stores the file durably under its key. Throws `DiskFull`. */
  keep(): Promise<void>;
  /** Deletes the file. Does nothing after `keep`. */
  discard(): Promise<void>;
}

/** The suffix of a file that is not completely written. */
export const PARTIAL_FILE_SUFFIX = '.part';
/** Stored beside the files, so that every copy of them includes it. */
export const INSTALLATION_ID = 'installation-id';
/** Below the files, so that moving there is a rename. Has one folder per day. */
export const TRASH = 'trash';
/** Below the files: a folder for each file that has copies. In the trash, such a folder is beside the file. */
export const COPIES = 'copies';

/** The place of the files, as operators read of it. */
export interface FilesPlace {
  /** Such as `data/files`, or `the bucket inkwell at https://store.example`. */
  readonly name: string;
  readonly kind: 'folder' | 'bucket';
  /** The variable that chooses the place. */
  readonly variable: 'DATA_DIR' | 'S3_BUCKET';
  /** The path of the installation's id. */
  readonly installationId: string;
}

/**
 * Stores files under the unguessable keys of `newFileKey`. Each call throws `FileStoreUnavailable` while the store is
 * unreachable or refuses to serve.
 */
export interface FilePort {
  readonly place: FilesPlace;
  /**
   * Stores a stream durably and resolves to its size in bytes. A failed or broken stream leaves nothing. Throws `DiskFull`.
   */
  put(key: string, bytes: Readable): Promise<number>;
  /**
   * Receives a stream without storing it yet; the caller then calls `keep` or `discard`. A crash leaves a partial file,
   * which the sweep deletes. Throws `DiskFull`.
   */
  stage(key: string, bytes: Readable): Promise<StagedFile>;
  /** Null if there is no such file. */
  get(key: string): Promise<StoredFile | null>;
  /** Durably stores a copy of a stored file, under a name of `picture-copies.ts`. It is moved and deleted together with the file. */
  putCopy(key: string, name: string, bytes: Buffer): Promise<void>;
  /** Null if the file has no such copy. */
  getCopy(key: string, name: string): Promise<StoredFile | null>;
  /** The names of the copies that a file has. */
  copyNames(key: string): Promise<readonly string[]>;
  /** Deletes a file and its copies permanently, also from the trash. A missing file is no error. */
  delete(key: string): Promise<void>;
  /** Moves a file to the trash: it is no longer served, but can be moved back by hand until the trash is emptied. */
  moveToTrash(key: string, at: Date): Promise<void>;
  /** Permanently deletes files that were moved to the trash on a day before that of `before`, in UTC. */
  emptyTrash(before: Date): Promise<void>;
  /** The id of the installation that the files belong to; null if none was written. Throws `DataFolderRefused`. */
  readInstallationId(): Promise<string | null>;
  writeInstallationId(id: string): Promise<void>;
  /**
   * All keys with the time of their last write, for the sweep. Includes partial files left by a crash, whose names end in
   * `PARTIAL_FILE_SUFFIX`.
   */
  list(): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>;
  /** The keys of all complete files. Fast even with many files. */
  keys(): Promise<ReadonlySet<string>>;
  /** Throws `DiskFull` if there is not enough space for this many bytes. */
  ensureSpace(bytes: number): Promise<void>;
}

/**
 * The types that can be stored, by extension. A key's extension is the only record of its type, and makes a backup of the
 * folder a folder of ordinary files.
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
  vtt: 'text/vtt',
};

const KEY = /^[a-z0-9]{32}\.([a-z0-9]{3,4})$/;

/** Creates an unguessable key (160 random bits) for a file of this type. Throws for types that are not stored. */
export function newFileKey(contentType: string): string {
  const ending = Object.keys(CONTENT_TYPES).find((name) => CONTENT_TYPES[name] === contentType);
  if (ending === undefined) throw new TypeError(`Files of type ${contentType} are not stored`);
  // Five bits per character. The alphabet leaves out similar characters.
  const letters = Array.from(randomBytes(32), (byte) => 'abcdefghjkmnpqrstuvwxyz023456789'.charAt(byte & 31));
  return `${letters.join('')}.${ending}`;
}

/** The type of a key, by its extension; null if it is not a valid key. */
export function typeOfKey(key: string): string | null {
  const ending = KEY.exec(key)?.[1];
  return ending === undefined ? null : (CONTENT_TYPES[ending] ?? null);
}

/** Whether this is the name of a stored file, complete or partial. */
export function isStoredName(name: string): boolean {
  return typeOfKey(keyOfPartial(name) ?? name) !== null;
}

/** The key of a file that is not completely written; null for other names. */
export function keyOfPartial(name: string): string | null {
  return name.endsWith(PARTIAL_FILE_SUFFIX) ? name.slice(0, -PARTIAL_FILE_SUFFIX.length) : null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The name of a day's folder in the trash. */
export const trashFolder = (moment: Date) => moment.toISOString().slice(0, '2026-01-31'.length);

/** Whether this is the name of a day's folder in the trash. */
export const isTrashDay = (name: string) => DAY.test(name);

/** The name that the folder of a file's copies has in the trash. */
export const trashedCopies = (key: string) => `${key}.${COPIES}`;

/** Other extensions in use for a type. */
const OTHER_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpeg', 'jfif'],
  mp4: ['m4v'],
  mov: ['qt'],
  txt: ['csv', 'tsv', 'md'],
};

/**
 * The name under which a file is downloaded. Computers choose a program by the extension, so it must match the type: a
 * text uploaded as 'a.hta' becomes 'a.hta.txt'.
 */
export function servedName(name: string, key: string): string {
  const type = key.split('.').at(-1) ?? '';
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return ending === type || OTHER_ENDINGS[type]?.includes(ending) ? name : `${name}.${type}`;
}
