import { expect, it } from 'vitest';
import { asInJsonb, contentHash, inOrder, sortedHash } from './content-hash.ts';

const written = { rows: [{ name: 'Fair', id: 'a', gone: undefined }], background: 1 };

it('hashes what is the same in one order, whatever order it was written in', () => {
  expect(JSON.stringify(inOrder(written))).toBe('{"background":1,"rows":[{"id":"a","name":"Fair"}]}');
  expect(JSON.stringify(inOrder(written, asInJsonb))).toBe(
    '{"rows":[{"id":"a","name":"Fair"}],"background":1}',
  );
});

// Hashes are stored: other ones would show every block of a next issue as changed, and store each state's blocks again.
it('stays what it was', () => {
  expect(sortedHash(written)).toBe('8OQ8swIBuvI8SDtaNYktP5');
  expect(contentHash([6, inOrder(written, asInJsonb)])).toBe('nPXEzNCvalQkuc4yuczKia');
});
