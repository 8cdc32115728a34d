import { expect, it } from 'vitest';
import { serverSaid } from './deliveries.ts';

it('says of a mail that was not confirmed that the words are of the last try', () => {
  expect(serverSaid('unconfirmed', '554 no')).toBe('At the last try the server said: 554 no');
  expect(serverSaid('rejected', '554 no')).toBe('The server said: 554 no');
});
