import { keysFrom } from '#server/platform/keys/key.ts';
import { KeyRing } from '#server/platform/keys/key-ring.ts';

/** The keys of all servers of tests: several of them share a database. */
const TEXT = 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

/** A key ring with the keys of this text. */
export function testKeys(text = TEXT): KeyRing {
  return new KeyRing({ name: 'the test', read: () => keysFrom(text), own: null });
}
