import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The time of the last `operator backup`, in a small file in DATA_DIR that it writes and the metrics read. */

const FILE = 'last-backup';
const written = z.object({ at: z.coerce.date() });

/** Notes that a backup was taken at this time. */
export async function noteBackup(dataDir: string, at: Date): Promise<void> {
  await writeFile(join(dataDir, FILE), JSON.stringify({ at }));
}

/** When the last backup was taken; null if there is none, or the file was cut off. */
export async function lastBackup(dataDir: string): Promise<Date | null> {
  return await readFile(join(dataDir, FILE), 'utf8')
    .then((text) => written.parse(JSON.parse(text)).at)
    .catch(() => null);
}
