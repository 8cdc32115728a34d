import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** When `operator backup` last took a backup: a small file in DATA_DIR that it writes and the metrics read. */

const FILE = 'last-backup';
const written = z.object({ at: z.coerce.date() });

/** Notes that a backup was taken at that time. */
export async function noteBackup(dataDir: string, at: Date): Promise<void> {
  await writeFile(join(dataDir, FILE), JSON.stringify({ at }));
}

/** When the last one was taken; null if none was, or the note was cut short. */
export async function lastBackup(dataDir: string): Promise<Date | null> {
  return await readFile(join(dataDir, FILE), 'utf8')
    .then((text) => written.parse(JSON.parse(text)).at)
    .catch(() => null);
}
