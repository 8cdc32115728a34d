import { readStored, storedKeys, writeStored } from '#web/session/storage.ts';

/** Records by their keys, kept on this machine beyond the page. */
export interface JournalStore {
  /** Whether what was written outlives a killed browser and a power cut, or the page alone. */
  readonly isDurable: boolean;
  /** The records whose keys begin with a prefix. What cannot be read any more is left out. */
  find(prefix: string): Promise<ReadonlyMap<string, unknown>>;
  /**
   * Writes all of these records or none; null removes one. Resolves once it is done, in a durable store once it is on
   * the disk. Later writes never come before earlier ones. Rejects where the browser does not take it, say for want of
   * room.
   */
  write(changes: ReadonlyMap<string, unknown>): Promise<void>;
}

const DATABASE = 'journal';
const RECORDS = 'records';
/** How long the browser may take to open its database before the editor goes on without, in milliseconds. */
const PATIENCE = 3000;

/** The browser's database: written to the disk at once. Rejects where there is none. */
export async function openDatabaseStore(): Promise<JournalStore> {
  let database = await connect();

  async function inTransaction<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
    try {
      return await transact(database, mode, work);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      // Closed by the browser, which clears its data so.
      database = await connect();
      return await transact(database, mode, work);
    }
  }

  return {
    isDurable: true,
    async find(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const { keys, values } = await inTransaction('readonly', (records) => ({
        keys: records.getAllKeys(range),
        values: records.getAll(range),
      }));
      return new Map(keys.result.map((key, index) => [String(key), values.result[index]]));
    },
    write: (changes) =>
      inTransaction('readwrite', (records) => {
        for (const [key, record] of changes) {
          if (record === null) records.delete(key);
          else records.put(record, key);
        }
        // A page that is going has no time to wait for the answers first.
        records.transaction.commit();
      }),
  };
}

type Work<Result> = (records: IDBObjectStore) => Result;

function transact<Result>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: Work<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Strict: acknowledged once it is on the disk, not once the system has promised to bring it there.
    const transaction = database.transaction(RECORDS, mode, { durability: 'strict' });
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser has given it up'));
    try {
      const result = work(transaction.objectStore(RECORDS));
      transaction.oncomplete = () => resolve(result);
    } catch (error) {
      reject(error);
      transaction.abort();
    }
  });
}

function connect(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The database does not open')), PATIENCE);
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(RECORDS);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      clearTimeout(late);
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
  });
}

/**
 * The browser's storage: where there is no database, and where earlier versions kept their journals. It may take a
 * minute to the disk.
 */
export const webStorageStore: JournalStore = {
  isDurable: false,
  async find(prefix) {
    const found = storedKeys('localStorage', prefix).map((key) => [key, stored(key)] as const);
    return new Map(found.filter(([, record]) => record !== null));
  },
  async write(changes) {
    const before = new Map([...changes].map(([key]) => [key, readStored('localStorage', key)]));
    // Away first: what is moved does not fit twice into a full storage.
    const ordered = [...changes].toSorted(
      ([, one], [, other]) => Number(one !== null) - Number(other !== null),
    );
    const isWritten = ordered.every(([key, record]) =>
      writeStored('localStorage', key, record === null ? null : JSON.stringify(record)),
    );
    if (isWritten) return;
    for (const [key] of ordered) writeStored('localStorage', key, null);
    for (const [key, text] of before) writeStored('localStorage', key, text);
    throw new Error('The browser does not take it');
  },
};

function stored(key: string): unknown {
  try {
    return JSON.parse(readStored('localStorage', key) ?? 'null');
  } catch {
    return null;
  }
}
