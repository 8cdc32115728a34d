import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFolderRefused, DiskFull, namedError } from '#server/platform/db/errors.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { startChild, startPreloaded } from '#test/child.ts';
import { makeDataDir, startTestEngine } from '#test/database.ts';
import { databaseOnEngine } from './embedded.ts';
import { isFolderInUse, lockFolder } from './folder-lock.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeDataDir();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const school = { name: 'School', email: 'school@school.example', phone: '1' };
const TIMEOUT_MS = 120_000;

test(
  'keeps every acknowledged save after kill -9, and no partial one',
  async () => {
    const acknowledged: string[] = [];
    for (const saves of [3, 40, 11]) {
      const writer = startChild('write-newsletters.ts', dataDir);
      await writer.line(() => writer.lines.length > saves);
      await writer.kill();
      acknowledged.push(...writer.lines.filter((line) => line !== 'ready'));
    }
    const database = await openDatabase({ dataDir });
    const stored = await database.orm().select().from(newsletters);
    await database.close();
    expect(acknowledged.length).toBeGreaterThanOrEqual(54);
    const ids = new Set(stored.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(incompleteRows(stored)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'yields a usable backup when copied while the process is paused, and continues afterwards',
  async () => {
    const writer = startChild('write-newsletters.ts', dataDir);
    await writer.line(() => writer.lines.length > 20);
    writer.signal('SIGSTOP');
    const acknowledged = writer.lines.filter((line) => line !== 'ready');
    const copy = `${dataDir}-copy`;
    cpSync(dataDir, copy, { recursive: true });
    writer.signal('SIGCONT');
    await writer.line(() => writer.lines.length > acknowledged.length + 20);
    await writer.kill();
    try {
      const restored = await openDatabase({ dataDir: copy });
      const stored = await restored.orm().select().from(newsletters);
      await restored.close();
      const ids = new Set(stored.map(({ id }) => id));
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
      expect(incompleteRows(stored)).toEqual([]);
      // The copy may hold saves that were not acknowledged yet, but none from after the pause.
      expect(writer.lines.filter((line) => ids.has(line)).length).toBeLessThan(writer.lines.length - 1);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);

function incompleteRows(stored: readonly (typeof newsletters.$inferSelect)[]) {
  return stored.filter(
    ({ id, title, code, body }) =>
      title !== id || body !== id.repeat(500) || !JSON.stringify(code).includes(id),
  );
}

test(
  'syncs each commit to the disk',
  async () => {
    const counted = startPreloaded(['counted-syncs.mjs'], 'count-syncs.ts', dataDir);
    const { code, stderr } = await counted.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const syncs = counted.lines.map(Number);
    // One for each of ten commits, none for reads.
    expect(syncs[0]).toBeGreaterThanOrEqual(10);
    expect(syncs[1]).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'rejects a second process with one sentence, and the first continues',
  async () => {
    const first = startChild('write-newsletters.ts', dataDir);
    await first.line((line) => line === 'ready');
    const second = startChild('write-newsletters.ts', dataDir);
    const { code, stderr } = await second.ended;
    expect(code).not.toBe(0);
    expect(stderr).toContain(`Another process is using the data in ${join(dataDir, 'database')}`);
    await expect(openDatabase({ dataDir })).rejects.toThrow(DataFolderRefused);
    const before = first.lines.length;
    await first.line(() => first.lines.length > before + 3);
    await first.kill();
  },
  TIMEOUT_MS,
);

test('releases a folder lock twice without an error', () => {
  const folder = join(dataDir, 'other');
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(DataFolderRefused);
  lock.release();
  lock.release();
  lockFolder(folder).release();
});

test.each([
  [
    'garbage',
    (file: string) => writeFileSync(file, 'not a lock of ours'.repeat(100)),
    'file is not a database',
  ],
  ['a folder', (file: string) => mkdirSync(file), 'unable to open database file'],
])('rejects a lock that is %s with one sentence', async (_, make, reason) => {
  const file = join(dataDir, 'database.lock');
  rmSync(file, { force: true });
  make(file);
  const refused = await openDatabase({ dataDir }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DataFolderRefused);
  expect(refused).toHaveProperty(
    'message',
    `The lock ${file} cannot be used (${reason}): if no other process is using the data, delete it and start again.`,
  );
  expect(() => isFolderInUse(dataDir)).toThrow(DataFolderRefused);
});

describe('a lock that is deleted under a running process', () => {
  test(
    'is taken again',
    async () => {
      const first = startChild('write-newsletters.ts', dataDir);
      await first.line((line) => line === 'ready');
      rmSync(join(dataDir, 'database.lock'));
      await expect.poll(() => isFolderInUse(dataDir), { timeout: TIMEOUT_MS }).toBe(true);
      const before = first.lines.length;
      await first.line(() => first.lines.length > before + 3);
      await first.kill();
    },
    TIMEOUT_MS,
  );

  test(
    'ends the process if another was quicker, and nothing is lost',
    async () => {
      const first = startChild('write-newsletters.ts', dataDir);
      await first.line(() => first.lines.length > 3);
      first.signal('SIGSTOP');
      rmSync(join(dataDir, 'database.lock'));
      const lock = lockFolder(join(dataDir, 'database'));
      first.signal('SIGCONT');
      const { code, stderr } = await first.ended;
      lock.release();
      expect(code).toBe(1);
      expect(stderr).toBe(
        `${join(dataDir, 'database.lock')} was deleted, and another process is using the data now: this one has ended. Nothing that was saved is lost.\n`,
      );
      const database = await openDatabase({ dataDir });
      const stored = new Set((await database.orm().select().from(newsletters)).map(({ id }) => id));
      await database.close();
      expect(first.lines.filter((line) => line !== 'ready' && !stored.has(line))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

test(
  'releases the folder when it closes',
  async () => {
    const first = await openDatabase({ dataDir });
    await expect(openDatabase({ dataDir })).rejects.toThrow(DataFolderRefused);
    await first.orm().insert(schools).values(school);
    await first.close();
    const second = await openDatabase({ dataDir });
    expect(await second.orm().$count(schools)).toBe(1);
    await second.close();
  },
  TIMEOUT_MS,
);

test(
  'creates a database in an empty folder, and again if its creation was interrupted',
  async () => {
    const folder = join(dataDir, 'database');
    rmSync(folder, { recursive: true });
    const first = await openDatabase({ dataDir });
    await first.orm().insert(schools).values(school);
    await first.close();
    writeFileSync(`${folder}.unfinished`, '');
    const database = await openDatabase({ dataDir });
    expect(await database.orm().$count(schools)).toBe(0);
    await database.close();
    expect(existsSync(`${folder}.unfinished`)).toBe(false);
  },
  TIMEOUT_MS,
);

test('rejects a folder of another version and does not change it', async () => {
  const version = join(dataDir, 'database', 'PG_VERSION');
  writeFileSync(version, '17\n');
  const before = readdirSync(join(dataDir, 'database'));
  await expect(openDatabase({ dataDir })).rejects.toThrow(/version 17.*dump it/);
  expect(readdirSync(join(dataDir, 'database'))).toEqual(before);
  expect(readFileSync(version, 'utf8')).toBe('17\n');
});

test.each(['PG_VERSION', 'postgresql.conf'])(
  'rejects a folder without its %s with one sentence',
  async (name) => {
    rmSync(join(dataDir, 'database', name));
    const refused = await openDatabase({ dataDir }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DataFolderRefused);
    expect(refused).toHaveProperty(
      'message',
      `The database in ${join(dataDir, 'database')} is not whole, ${name} is missing: look at the disk, and restore a backup.`,
    );
  },
);

test('rejects a folder with missing files, quoting the engine', async () => {
  rmSync(join(dataDir, 'database', 'global', 'pg_control'));
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /does not open: could not open file "global\/pg_control"/,
  );
});

describe('a full disk', () => {
  test(
    'under the WAL ends the process with a message and loses nothing acknowledged',
    async () => {
      const filling = startPreloaded(['full-disk.mjs'], 'fill-disk.ts', dataDir, 'pg_wal');
      const { code, stderr } = await filling.ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^The embedded database cannot go on: .*No space left on device/);
      await expectStored(filling.lines);
    },
    TIMEOUT_MS,
  );

  test(
    'under a table fails only that statement, with DiskFull',
    async () => {
      const filling = startPreloaded(['full-disk.mjs'], 'fill-disk.ts', dataDir, join('database', 'base'));
      const { code, stderr } = await filling.ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(filling.lines).toContain('refused DiskFull');
      await expectStored(filling.lines);
    },
    TIMEOUT_MS,
  );

  test(
    'is named at the start, and not taken for missing files',
    async () => {
      const fill = () => startPreloaded(['full-disk.mjs'], 'fill-disk.ts', dataDir, 'pg_wal').ended;
      await fill();
      const { code, stderr } = await fill();
      expect(code).toBe(1);
      expect(stderr).toContain('is full: make room, then start again. Nothing is lost.');
    },
    TIMEOUT_MS,
  );

  async function expectStored(lines: readonly string[]): Promise<void> {
    const acknowledged = lines.filter((line) => line.startsWith('written ')).map((line) => line.slice(8));
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
    const database = await openDatabase({ dataDir });
    const stored = await database.orm().select({ id: schools.id }).from(schools);
    await database.close();
    const ids = new Set(stored.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  }

  test('rejects writes but not reads before it is completely full, until there is space again', async () => {
    let hasSpace = true;
    const database = databaseOnEngine({ engine: await startTestEngine(), hasDiskSpace: () => hasSpace });
    await database.migrate();
    const write = async () => await database.orm().insert(schools).values(school);
    const refused = () => expect.poll(() => write().then(() => null, namedError), { interval: 20 });
    await write();
    hasSpace = false;
    await refused().toBeInstanceOf(DiskFull);
    await expect(database.transaction(write)).rejects.toThrow(DiskFull);
    const stored = await database.transaction(() => database.orm().$count(schools));
    expect(stored).toBeGreaterThanOrEqual(1);
    hasSpace = true;
    await refused().toBe(null);
    await database.close();
  });
});

test('leaves this thread to others while a statement runs, and passes on large answers', async () => {
  const database = await openDatabase({ dataDir });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const { rows } = await database.query(
    'select string_agg(md5(n::text), $1) as text from generate_series(1, 100000) n',
    [''],
  );
  clearInterval(timer);
  await database.close();
  expect(String(rows[0]?.text)).toHaveLength(3_200_000);
  expect(turns).toBeGreaterThan(10);
});
