import { existsSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The users for whom the embedded database is enough, as recommended in docs/running/install.md. */
export const EMBEDDED_FOR = 'one school or some dozens';

/** The folder of the embedded database in a data folder. */
export const databaseFolder = (dataDir: string) => join(resolve(dataDir), 'database');

/** The path of the file that exists while a new database is being created in a folder. */
export const unfinishedMarkerPath = (folder: string) => `${folder}.unfinished`;

/** Whether a database has been created in a folder. */
export const isCreated = (folder: string) => existsSync(folder) && !existsSync(unfinishedMarkerPath(folder));

/** Whether the disk of a folder has space for a number of bytes. */
export function diskSpaceOf(folder: string): (bytes: number) => boolean {
  return (bytes) => {
    const disk = statfsSync(folder);
    return disk.bavail * disk.bsize > bytes;
  };
}
