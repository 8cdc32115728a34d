import { EventEmitter } from 'node:events';
import { Client, DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { GuardedPool } from './pool.ts';

/** A server that accepts one connection; each further one is refused when its function in `refused` is called. */
function serverOfOne() {
  const refused: (() => void)[] = [];
  let given = 0;
  class OneClient extends EventEmitter {
    readonly _queryable = true;
    connect(connected: (error?: Error) => void): void {
      given += 1;
      if (given === 1) {
        queueMicrotask(() => connected());
        return;
      }
      const error = Object.assign(new DatabaseError('too many clients already', 0, 'error'), {
        code: '53300',
      });
      refused.push(() => connected(error));
    }
    end(ended?: () => void): void {
      ended?.();
    }
  }
  return {
    Client: new Proxy(Client, { construct: () => new OneClient() }),
    refused,
  };
}

it('takes a connection that has become free while the server refused another one', async () => {
  const { Client: OneClient, refused } = serverOfOne();
  const pool = new GuardedPool({ max: 4, Client: OneClient });
  const first = await pool.connect();
  const second = pool.connect();
  await expect.poll(() => refused.length).toBe(1);
  first.release();
  refused[0]?.();
  const taken = await second;
  expect(taken).toBe(first);
  taken.release();
  await pool.end();
});
