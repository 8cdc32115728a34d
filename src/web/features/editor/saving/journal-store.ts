import { readStored, storedKeys, writeStored } from '#web/session/storage.ts';

/** A key-value store of this browser. */
export interface JournalStore {
  /** Whether records survive a killed browser and a power cut, or only the page. */
  readonly isDurable: boolean;
  /** The records whose keys begin with a prefix. Unreadable records are left out. */
  find(prefix: string): Promise<ReadonlyMap<string, unknown>>;
  /**
   * Writes all of these records or none; null removes one. Resolves when done, in a durable store when it is on the
   * disk. Writes take effect in the order of the calls. Rejects if the browser refuses, for example for lack of room.
   */
  write(changes: ReadonlyMap<string, unknown>): Promise<void>;
}

const DATABASE = 'journal';
const RECORDS = 'records';
/** After this time without an open database the editor uses `localStorage`, in milliseconds. */
const OPEN_TIMEOUT = 3000;

/** A durable store in IndexedDB. Rejects if the browser has none. */
export async function openDatabaseStore(): Promise<JournalStore> {
  let database = await connect();

  async function inTransaction<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result> {
    try {
      return await transact(database, mode, work);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      // The browser closed the connection, as it does when site data is cleared.
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
        // Commits without waiting for the answers: the page may be closing.
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
    // Strict: completes when the data is on the disk, not when the operating system has accepted it.
    const transaction = database.transaction(RECORDS, mode, { durability: 'strict' });
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser aborted the transaction'));
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
    const timer = setTimeout(() => reject(new Error('Opening the database timed out')), OPEN_TIMEOUT);
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(RECORDS);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      clearTimeout(timer);
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
  });
}

/**
 * A store in `localStorage`: for browsers without IndexedDB, and for journals of earlier versions. It can take a minute
 * until a record is on the disk.
 */
export const webStorageStore: JournalStore = {
  isDurable: false,
  async find(prefix) {
    const found = storedKeys('localStorage', prefix).map((key) => [key, parseStored(key)] as const);
    return new Map(found.filter(([, record]) => record !== null));
  },
  async write(changes) {
    const before = new Map([...changes].map(([key]) => [key, readStored('localStorage', key)]));
    // Removals first: a moved record does not fit twice into a full storage.
    const ordered = [...changes].toSorted(
      ([, one], [, other]) => Number(one !== null) - Number(other !== null),
    );
    const isWritten = ordered.every(([key, record]) =>
      writeStored('localStorage', key, record === null ? null : JSON.stringify(record)),
    );
    if (isWritten) return;
    for (const [key] of ordered) writeStored('localStorage', key, null);
    for (const [key, text] of before) writeStored('localStorage', key, text);
    throw new Error('The browser refused to store the record');
  },
};

function parseStored(key: string): unknown {
  try {
    return JSON.parse(readStored('localStorage', key) ?? 'null');
  } catch {
    return null;
  }
}
