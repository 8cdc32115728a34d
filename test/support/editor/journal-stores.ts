import {
  type JournalStore,
  openDatabaseStore,
  webStorageStore,
} from '#web/features/editor/saving/journal-store.ts';

/** For tests in a real browser: the two kinds of stores. */
export const STORES = [
  ['the database', openDatabaseStore],
  ['the storage', async () => webStorageStore],
] as const;

export async function emptyStores(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const database = await openDatabaseStore();
  await database.write(await removalsFor(database));
}

async function removalsFor(store: JournalStore): Promise<ReadonlyMap<string, null>> {
  return new Map([...(await store.find('')).keys()].map((key) => [key, null]));
}
