import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const note = z.object({
  password: z.string(),
  /** How the database has the password, once the school is whole; null before. */
  hash: z.string().nullable(),
});

/** What is known of the demo school beside its database. */
type DemoNote = z.output<typeof note>;

/** Reads what an earlier start has noted; null if none has. */
export async function readNote(dataDir: string): Promise<DemoNote | null> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return note.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Only who may read the database itself may read it. */
export async function writeDemoNote(dataDir: string, content: DemoNote): Promise<void> {
  const path = pathIn(dataDir);
  await writeFile(`${path}.part`, JSON.stringify(content), { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}

export async function removeNote(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}

const pathIn = (dataDir: string) => join(dataDir, 'demo-school.json');
