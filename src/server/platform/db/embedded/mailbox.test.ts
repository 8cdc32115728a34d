import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Incoming, newMailboxMemory, Outgoing } from './mailbox.ts';

function mailbox() {
  const { port1, port2 } = new MessageChannel();
  const memory = newMailboxMemory();
  return { memory, outgoing: new Outgoing(memory, port1), incoming: new Incoming(memory, port2) };
}

// Below, at and above the capacity of the shared memory.
test.each([0, 1, 256 * 1024, 256 * 1024 + 1, 3_000_000])('delivers a letter of %i bytes', async (length) => {
  const { outgoing, incoming } = mailbox();
  const bytes = Buffer.alloc(length, 7);
  const coming = incoming.next();
  expect(outgoing.send(3, bytes, 17)).toBe(1);
  const letter = await coming;
  expect([letter.kind, letter.number, letter.about]).toEqual([3, 1, 17]);
  expect(letter.bytes.equals(bytes)).toBe(true);
  // Written before anybody waits for it, and into the same memory.
  outgoing.send(4, Buffer.from('next'));
  expect(incoming.waitFor(1000)).toEqual({
    kind: 4,
    number: 2,
    about: 0,
    bytes: Buffer.from('next'),
  });
  expect(letter.bytes.equals(bytes)).toBe(true);
});

test('says that no letter has come', () => {
  expect(mailbox().incoming.waitFor(1)).toBe(null);
});

// The sender may lose its core between the letter and the wake-up: the other side has then read it, and waits for the next.
test('reads no letter twice when it is woken late', async () => {
  const { memory, outgoing, incoming } = mailbox();
  outgoing.send(3, Buffer.from('once'));
  expect(incoming.waitFor(1000)?.bytes.toString()).toBe('once');
  const waking = new Worker(
    `const header = new Int32Array(require('node:worker_threads').workerData, 0, 1);
     while (Atomics.notify(header, 0) === 0);`,
    { eval: true, workerData: memory },
  );
  await once(waking, 'online');
  expect(incoming.waitFor(500)).toBe(null);
  await waking.terminate();
});
