import { startPostgres } from '#test/postgres.ts';

/** The most for medians of lists, in milliseconds. Source: docs/requirements/performance.md P8. */
export const AIMS = { embedded: 250, PostgreSQL: 100 } as const;
export type Engine = keyof typeof AIMS;

/** Measures on the embedded database, then on a PostgreSQL server if the machine has one. */
export async function onEachEngine<T>(
  measureOn: (engine: Engine) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const rows = await measureOn('embedded');
  const postgres = await startPostgres();
  if (postgres === null) return rows;
  try {
    return [...rows, ...(await withServer(postgres.url, () => measureOn('PostgreSQL')))];
  } finally {
    await postgres.stop();
  }
}

export async function withServer<T>(url: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_URL = url;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = before;
  }
}
