import type { House } from '#server/house.ts';
import { keysAfter, keysWithRow, removeRows } from './repo.ts';

/** An upload that is still under way has written something within this time, in milliseconds. */
export const LEFTOVER_AGE = 3_600_000;
const BATCH = 500;

/** What a sweep has removed. */
export interface Swept {
  readonly files: number;
  readonly rows: number;
}

/** Removes files that no row knows (after a crash, or when a school has gone) and rows whose file is gone. */
export async function sweepFiles(house: House): Promise<Swept> {
  const { leftovers, any } = await findLeftovers(house);
  for (const key of leftovers) await house.files.delete(key);
  // An empty store beside a full table is a disk that is not there: nothing is concluded from it.
  return { files: leftovers.length, rows: any ? await removeLostRows(house) : 0 };
}

async function findLeftovers(house: House): Promise<{ leftovers: readonly string[]; any: boolean }> {
  const before = house.clock.now().getTime() - LEFTOVER_AGE;
  const leftovers: string[] = [];
  let any = false;
  let batch: string[] = [];
  const look = async () => {
    const known = await keysWithRow(house.database, batch);
    leftovers.push(...batch.filter((key) => !known.has(key)));
    batch = [];
  };
  for await (const { key, storedAt } of house.files.list()) {
    any = true;
    if (storedAt.getTime() > before) continue;
    batch.push(key);
    if (batch.length === BATCH) await look();
  }
  if (batch.length > 0) await look();
  return { leftovers, any };
}

async function removeLostRows(house: House): Promise<number> {
  let removed = 0;
  for (let last = ''; ; ) {
    const keys = await keysAfter(house.database, last, BATCH);
    if (keys.length === 0) return removed;
    last = keys.at(-1) ?? last;
    const lost: string[] = [];
    for (const key of keys) if ((await house.files.get(key)) === null) lost.push(key);
    if (lost.length > 0) await removeRows(house.database, lost);
    removed += lost.length;
  }
}
