import { open } from 'node:fs/promises';

/** Syncs a folder's entries to the disk. Without this, a crash may lose a created or renamed file. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and NTFS journals their entries itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
