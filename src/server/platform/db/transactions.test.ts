import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#server/platform/db/schema/core.ts';
import { openTestDatabase } from '#test/database.ts';
import type { Database } from './client.ts';
import { QueryFailed, UniqueViolation } from './errors.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const add = (email: string) => database.orm().insert(users).values({ email, status: 'ACTIVE' });
const count = async (email: string) => await database.orm().$count(users, eq(users.email, email));

test('what a transaction wrote is there after it, and not if it failed', async () => {
  await database.transaction(() => add('kept@school.example'));
  const failing = database.transaction(async () => {
    await add('dropped@school.example');
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await count('kept@school.example')).toBe(1);
  expect(await count('dropped@school.example')).toBe(0);
});

test('nobody sees what is not committed yet', async () => {
  const { promise: written, resolve: tellWritten } = Promise.withResolvers<void>();
  const { promise: seen, resolve: tellSeen } = Promise.withResolvers<void>();
  if (database.kind === 'pglite') tellSeen();
  const writing = database.transaction(async () => {
    await add('secret@school.example');
    tellWritten();
    await seen;
  });
  await written;
  // On one backend, the reader waits for its turn and so sees the whole.
  expect(await count('secret@school.example')).toBe(database.kind === 'pglite' ? 1 : 0);
  tellSeen();
  await writing;
});

test('a nested transaction belongs to the outer one', async () => {
  const failing = database.transaction(async () => {
    await database.transaction(() => add('inner@school.example'));
    throw new Error('outer');
  });
  await expect(failing).rejects.toThrow('outer');
  expect(await count('inner@school.example')).toBe(0);
});

test('a nested transaction that failed takes the outer one with it, even if the error was caught', async () => {
  const half = database.transaction(async () => {
    await add('outer@school.example');
    const inner = database.transaction(async () => {
      throw new Error('inner');
    });
    await inner.catch(() => undefined);
  });
  await expect(half).rejects.toThrow('inner');
  expect(await count('outer@school.example')).toBe(0);
});

test('a transaction is not acknowledged when one of its statements had failed unnoticed', async () => {
  await add('taken@school.example');
  const careless = database.transaction(async () => {
    await add('careless@school.example');
    await add('taken@school.example').catch(() => undefined);
  });
  await expect(careless).rejects.toThrow();
  expect(await count('careless@school.example')).toBe(0);
});

test('the pool cannot be used inside a transaction', async () => {
  const outside = database.orm();
  const waiting = database.transaction(() => outside.select().from(users));
  await expect(waiting).rejects.toThrow('Inside a transaction');
  expect(await database.ping()).toBe(true);
});

test('a handle cannot be used after its transaction', async () => {
  const handle = await database.transaction(async () => database.orm());
  await expect(handle.select().from(users)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('has ended') },
  });
  const late = Promise.withResolvers<void>();
  const forgotten = await database.transaction(async () => ({
    work: late.promise.then(() => database.transaction(() => add('late@school.example'))),
  }));
  late.resolve();
  await expect(forgotten.work).rejects.toThrow();
  expect(await count('late@school.example')).toBe(0);
});

test("Drizzle's own transactions are refused, inside and outside", async () => {
  const begin = async () => await database.orm().transaction(async () => undefined);
  await expect(begin()).rejects.toThrow('database.transaction()');
  await expect(database.transaction(begin)).rejects.toThrow('database.transaction()');
});

test('effects happen after the commit, and only then', async () => {
  const told: string[] = [];
  await database.transaction(async () => {
    database.afterCommit(() => told.push('committed'));
    await add('effect@school.example');
    told.push('written');
  });
  await expect(
    database.transaction(async () => {
      database.afterCommit(() => told.push('never'));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  database.afterCommit(() => told.push('outside'));
  expect(told).toEqual(['written', 'committed', 'outside']);
});

test('50 transactions at the same time all come through', async () => {
  const addresses = Array.from({ length: 50 }, (_, at) => `parallel-${at}@school.example`);
  await Promise.all(
    addresses.map((email) =>
      database.transaction(async () => {
        await add(email);
        await database.orm().update(users).set({ firstName: 'P' }).where(eq(users.email, email));
      }),
    ),
  );
  expect(await database.orm().$count(users, eq(users.firstName, 'P'))).toBe(50);
});

test('statements of one transaction may be started together', async () => {
  await database.transaction(async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => add(`together-${name}@school.example`)));
  });
  expect(await count('together-c@school.example')).toBe(1);
});

test('an error names the constraint, and holds no values', async () => {
  await add('twice@school.example');
  const error: unknown = await database
    .transaction(() => add('twice@school.example'))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UniqueViolation);
  expect(error).toMatchObject({ constraint: 'users_email_unique' });
  const other: unknown = await database
    .transaction(() => add('Upper@School.example'))
    .catch((thrown: unknown) => thrown);
  expect(other).toBeInstanceOf(QueryFailed);
  for (const each of [error, other]) {
    if (!(each instanceof Error)) throw new Error('Not an error');
    expect(JSON.stringify(each) + each.message + each.stack + String(each.cause)).not.toMatch(
      /twice@|Upper@/i,
    );
  }
});
