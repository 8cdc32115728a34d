import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents, each with this mode. Not by `recursive`, which never ends where the system
 * makes none (/proc).
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isThere(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  mkdirSync(folder, mode);
}

const isThere = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
