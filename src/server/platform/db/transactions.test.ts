import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#server/platform/db/schema/core.ts';
import { openTestDatabase } from '#test/database.ts';
import type { Database } from './client.ts';
import { UniqueViolation } from './errors.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const add = (email: string) => database.orm().insert(users).values({ email, status: 'ACTIVE' });
const count = async (email: string) => await database.orm().$count(users, eq(users.email, email));

test('a transaction commits its writes, and rolls them back if it fails', async () => {
  await database.transaction(() => add('kept@school.example'));
  const failing = database.transaction(async () => {
    await add('dropped@school.example');
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await count('kept@school.example')).toBe(1);
  expect(await count('dropped@school.example')).toBe(0);
});

test('uncommitted writes are invisible to others', async () => {
  const { promise: written, resolve: markWritten } = Promise.withResolvers<void>();
  const { promise: seen, resolve: markSeen } = Promise.withResolvers<void>();
  if (database.kind === 'pglite') markSeen();
  const writing = database.transaction(async () => {
    await add('secret@school.example');
    markWritten();
    await seen;
  });
  await written;
  // On one backend the reader waits for the commit.
  expect(await count('secret@school.example')).toBe(database.kind === 'pglite' ? 1 : 0);
  markSeen();
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

test('a failed nested transaction rolls back the outer one, even if the error is caught', async () => {
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

test('a transaction fails if the error of a statement was swallowed', async () => {
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

test("Drizzle's own transactions throw, inside a transaction and outside", async () => {
  const begin = async () => await database.orm().transaction(async () => undefined);
  await expect(begin()).rejects.toThrow('database.transaction()');
  await expect(database.transaction(begin)).rejects.toThrow('database.transaction()');
});

test('effects run only after the commit', async () => {
  const events: string[] = [];
  await database.transaction(async () => {
    database.afterCommit(() => events.push('committed'));
    await add('effect@school.example');
    events.push('written');
  });
  await expect(
    database.transaction(async () => {
      database.afterCommit(() => events.push('never'));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  database.afterCommit(() => events.push('outside'));
  expect(events).toEqual(['written', 'committed', 'outside']);
});

test('50 parallel transactions all succeed', async () => {
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

test('statements of one transaction may run in parallel', async () => {
  await database.transaction(async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => add(`together-${name}@school.example`)));
  });
  expect(await count('together-c@school.example')).toBe(1);
});

test('errors name the constraint and contain no values', async () => {
  await add('twice@school.example');
  const error: unknown = await database
    .transaction(() => add('twice@school.example'))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UniqueViolation);
  expect(error).toMatchObject({ constraint: 'users_email_unique' });
  const other: unknown = await database
    .transaction(() => add('Upper@School.example'))
    .catch((thrown: unknown) => thrown);
  expect(other).toMatchObject({ name: 'QueryFailed' });
  for (const each of [error, other]) {
    if (!(each instanceof Error)) throw new Error('Not an error');
    expect(JSON.stringify(each) + each.message + each.stack + String(each.cause)).not.toMatch(
      /twice@|Upper@/i,
    );
  }
});
