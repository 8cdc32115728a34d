import { expect, it } from 'vitest';
import { newRecoveryCodes } from './recovery-codes.ts';

it('recovery codes have 120 bits: 24 letters, each one of 32 whatever its place', () => {
  const codes = Array.from({ length: 200 }, newRecoveryCodes).flat();
  expect(new Set(codes).size).toBe(2000);
  for (const code of codes) expect(code).toHaveLength(24);
  const lettersAt = Array.from({ length: 24 }, (_, place) => new Set(codes.map((code) => code[place])).size);
  expect(lettersAt).toEqual(Array.from({ length: 24 }, () => 32));
});
