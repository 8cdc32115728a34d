import { randomBytes } from 'node:crypto';
import { RECOVERY_CODE, RECOVERY_CODES } from '#contract/sign-in/ways/recovery-code.ts';

/** Recovery codes. Pure except for randomness. */

/** 120 bits, so that a plain hash cannot be reversed. Older codes have 80 and remain valid. */
const RECOVERY_LETTERS = RECOVERY_CODE.letters;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** New recovery codes, as people type them without hyphens. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(RECOVERY_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length]).join(''),
  );
}

/** A code in groups of four, as people see it. */
export function grouped(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-');
}
