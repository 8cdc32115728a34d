import { open } from 'node:fs/promises';

/** Has a folder's entries written to the disk: until then a file that was made or renamed in it may be lost. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and its file system keeps their entries by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
