import type { Readable } from 'node:stream';
import { copyType } from '#newsletter/render/picture-copies.ts';
import { COPIES, type FilesPlace, INSTALLATION_ID, isTrashDay, TRASH, typeOfKey } from './files.ts';

/** Something stored: a file, a copy of one, either of them in the trash, or the installation's id. */
export interface FileObject {
  readonly name: string;
  readonly size: number;
}

/** All that is stored, by the names that folder and bucket share. For bringing everything from one to the other. */
export interface FileObjects {
  readonly place: FilesPlace;
  /** Without files that were never completely received, and whatever else lies there. */
  list(): AsyncIterable<FileObject>;
  /** Fails if it has not `size` bytes. */
  read(object: FileObject): Readable;
  /** Stores it durably and whole, or not at all. Throws `DiskFull`. */
  write(name: string, bytes: Readable): Promise<void>;
  /** What is not there is no error. */
  remove(name: string): Promise<void>;
  close(): void;
}

/** The type of what may have such a name; null for a name that the program never gives. */
export function typeOfObject(name: string): string | null {
  if (name === INSTALLATION_ID) return 'text/plain';
  const parts = name.split('/');
  if (parts[0] === TRASH && isTrashDay(parts[1] ?? '')) return typeOfTrashed(parts.slice(2));
  if (parts[0] === COPIES && parts.length === 3) return typeOfCopy(parts[1], parts[2]);
  return parts.length === 1 ? typeOfKey(name) : null;
}

/** Whether an object is a file as somebody uploaded it, which has a row of its own. */
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
