import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { loggedError } from './logged-error.ts';

const driver = (more: object) => Object.assign(new Error('Connection terminated unexpectedly'), more);
const failed = (cause: Error) =>
  new DrizzleQueryError(
    'select "id" from "users" where "email" = $1',
    ['mum@canary.example\n    at canary'],
    cause,
  );

it.each([
  ['a failed statement', failed(driver({}))],
  ['one that the server refused', failed(driver({ severity: 'ERROR', code: '23514', detail: 'canary' }))],
  ['one of an unknown kind', failed(new Error('?'))],
  ['one inside another error', new Error('A job failed', { cause: failed(new Error('?')) })],
  ['one that a library has wrapped', new TypeError(`Again: ${failed(new Error('?')).message}`)],
  ['one of several', new AggregateError([failed(new Error('?'))], 'all failed')],
  [
    'the answer of a mail server',
    Object.assign(new Error('550 <mum@canary.example> unknown'), { response: 'canary' }),
  ],
  ['a thrown text', 'no mum@canary.example'],
])('logs no value of %s', (_, error) => {
  expect(JSON.stringify(loggedError(error))).not.toContain('canary');
});

it('keeps what finds a bug: message, stack, code and causes', () => {
  const cause = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
  expect(loggedError(new RangeError('too far', { cause }))).toMatchObject({
    type: 'RangeError',
    message: 'too far',
    stack: expect.stringContaining('logged-error.test.ts'),
    cause: { type: 'Error', message: 'no such file', code: 'ENOENT', syscall: 'open' },
  });
});
