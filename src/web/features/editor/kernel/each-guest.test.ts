import { afterEach, expect, it, vi } from 'vitest';
import { eachGuest } from './each-guest.ts';

afterEach(() => vi.restoreAllMocks());

it('asks the guests after one that fails, and fails nothing that waits for them', async () => {
  const shown = vi.spyOn(console, 'error').mockReturnValue();
  const fault = new Error('A fault of this guest');
  const guests = ['at once', 'later', 'well'].map((name) => ({ name }));
  const asked: unknown[] = [];
  await eachGuest(guests, ({ name }) => {
    asked.push(name);
    if (name === 'at once') throw fault;
    return name === 'later' ? Promise.reject(fault) : Promise.resolve();
  });
  expect(asked).toEqual(['at once', 'later', 'well']);
  expect(shown.mock.calls).toEqual([[fault], [fault]]);
});
