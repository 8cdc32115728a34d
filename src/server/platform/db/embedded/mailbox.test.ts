import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Incoming, newLetterbox, Outgoing } from './mailbox.ts';

function mailbox() {
  const { port1, port2 } = new MessageChannel();
  const letterbox = newLetterbox();
  return { outgoing: new Outgoing(letterbox, port1), incoming: new Incoming(letterbox, port2) };
}

// Below, at and above what the shared memory holds.
test.each([0, 1, 256 * 1024, 256 * 1024 + 1, 3_000_000])('delivers a letter of %i bytes', async (length) => {
  const { outgoing, incoming } = mailbox();
  const bytes = Buffer.alloc(length, 7);
  const coming = incoming.next();
  outgoing.send(3, bytes);
  const letter = await coming;
  expect(letter.kind).toBe(3);
  expect(letter.bytes.equals(bytes)).toBe(true);
  // Written before anybody waits for it, and into the same memory.
  outgoing.send(4, Buffer.from('next'));
  expect(incoming.waitFor(1000)).toEqual({ kind: 4, bytes: Buffer.from('next') });
  expect(letter.bytes.equals(bytes)).toBe(true);
});

test('says that no letter has come', () => {
  expect(mailbox().incoming.waitFor(1)).toBe(null);
});
