import { describe, expect, test } from 'vitest';
import { firstValue, isInTransaction, PanicDetector, RequestReader, simpleQuery } from './wire.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

const STARTUP = bytes([0, 0, 0, 9], [0, 3, 0, 0], [0]);
const SSL = bytes([0, 0, 0, 8], [4, 210, 22, 47]);

function started(): RequestReader {
  const reader = new RequestReader();
  reader.read(STARTUP);
  return reader;
}

describe('requests', () => {
  test('include an encryption request before the start-up message', () => {
    const reader = new RequestReader();
    expect(reader.read(Buffer.concat([SSL, STARTUP]))).toEqual([{ kind: 'encryption' }, { kind: 'startup' }]);
  });

  test('are complete up to their Sync, however the bytes are split', () => {
    const batch = Buffer.concat([message('P', '\0select $1\0\0\0'), message('B', 'x'), message('S', '')]);
    const next = simpleQuery('select 2');
    const all = Buffer.concat([batch, next, message('X', '')]);
    const expected = [
      { kind: 'execute', messages: batch },
      { kind: 'execute', messages: next },
      { kind: 'terminate' },
    ];
    for (const size of [1, 2, 3, 7, all.length]) {
      const reader = started();
      const requests = [];
      for (let at = 0; at < all.length; at += size)
        requests.push(...reader.read(all.subarray(at, at + size)));
      expect(requests).toEqual(expected);
    }
  });

  test('reject named prepared statements', () => {
    expect(() => started().read(message('P', 'name\0select 1\0\0\0'))).toThrow('Named prepared statements');
  });
});

describe('a panic', () => {
  const panic = message('E', 'SPANIC\0VPANIC\0C53100\0Mcould not write\0\0');
  const error = message('E', 'SERROR\0VERROR\0C23505\0MVPANIC: a value\0\0');
  const row = message('D', 'VPANIC\0Mnot a panic\0');

  test('is detected however the bytes are split', () => {
    const all = Buffer.concat([row, error, panic]);
    for (const size of [1, 3, 10, all.length]) {
      const detector = new PanicDetector();
      const found = [];
      for (let at = 0; at < all.length; at += size) found.push(detector.read(all.subarray(at, at + size)));
      expect(found.filter((reason) => reason !== null)).toEqual(['could not write']);
    }
  });

  test('is not confused with a row or another error', () => {
    expect(new PanicDetector().read(Buffer.concat([row, error, row]))).toBe(null);
  });
});

describe('an answer', () => {
  const ready = (state: string) => message('Z', state);

  test('says whether a transaction is open', () => {
    expect(isInTransaction(ready('I'))).toBe(false);
    expect(isInTransaction(ready('T'))).toBe(true);
    // After a failed statement.
    expect(isInTransaction(ready('E'))).toBe(true);
  });

  test('has a first value', () => {
    const row = (length: number, text: string) =>
      message('D', `\0\x01${'\0'.repeat(4)}${text}`).fill(int32(length), 7, 11);
    const described = message('T', 'D');
    expect(firstValue(Buffer.concat([described, row(4, 'text'), row(5, 'other'), ready('I')]))).toBe('text');
    expect(firstValue(Buffer.concat([described, row(-1, ''), ready('I')]))).toBe(null);
    expect(firstValue(Buffer.concat([described, ready('I')]))).toBe(null);
  });
});

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
