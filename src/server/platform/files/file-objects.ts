import type { Readable } from 'node:stream';
import { copyType } from '#newsletter/render/picture-copies.ts';
import { COPIES, type FilesPlace, INSTALLATION_ID, isTrashDay, TRASH, typeOfKey } from './files.ts';

/** A stored object: a file, a copy of one, either of them in the trash, or the installation's id. */
export interface FileObject {
  readonly name: string;
  readonly size: number;
}

/** All stored objects, by the names that folder and bucket share. For copying everything from one to the other. */
export interface FileObjects {
  readonly place: FilesPlace;
  /** Lists all objects, without incomplete files and whatever else is in the place. */
  list(): AsyncIterable<FileObject>;
  /** The bytes of an object. Fails if there are not `size` of them. */
  read(object: FileObject): Readable;
  /** Stores an object durably and completely, or not at all. Throws `DiskFull`. */
  write(name: string, bytes: Readable): Promise<void>;
  /** Deletes an object. A missing one is no error. */
  remove(name: string): Promise<void>;
  close(): void;
}

/** The content type for such a name; null for a name that the program never uses. */
export function typeOfObject(name: string): string | null {
  if (name === INSTALLATION_ID) return 'text/plain';
  const parts = name.split('/');
  if (parts[0] === TRASH && isTrashDay(parts[1] ?? '')) return typeOfTrashed(parts.slice(2));
  if (parts[0] === COPIES && parts.length === 3) return typeOfCopy(parts[1], parts[2]);
  return parts.length === 1 ? typeOfKey(name) : null;
}

/** Whether an object is an uploaded file, which has a row of its own. */
export function isUploadedObject(name: string): boolean {
  return !name.includes('/') && name !== INSTALLATION_ID;
}

function typeOfTrashed(parts: readonly string[]): string | null {
  if (parts.length === 1) return typeOfKey(parts[0] ?? '');
  const folder = parts[0] ?? '';
  if (parts.length !== 2 || !folder.endsWith(`.${COPIES}`)) return null;
  return typeOfCopy(folder.slice(0, -COPIES.length - 1), parts[1]);
}

function typeOfCopy(key = '', copy = ''): string | null {
  const type = typeOfKey(key);
  return type === null ? null : copyType(copy, type);
}
