import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const note = z.object({
  password: z.string(),
  /** The hash that the database stores, once the school is complete; null before. */
  hash: z.string().nullable(),
});

/** The note about the demo school, kept beside its database. */
type DemoNote = z.output<typeof note>;

/** Reads the note of an earlier start; null if there is none. */
export async function readNote(dataDir: string): Promise<DemoNote | null> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return note.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Writes the note, readable only to those who can read the database itself. */
export async function writeDemoNote(dataDir: string, content: DemoNote): Promise<void> {
  const path = pathIn(dataDir);
  await writeFile(`${path}.part`, JSON.stringify(content), { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}

export async function removeNote(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}

const pathIn = (dataDir: string) => join(dataDir, 'demo-school.json');
