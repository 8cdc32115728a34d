import { randomBytes } from 'node:crypto';
import { RECOVERY_CODE, RECOVERY_CODES } from '#contract/sign-in/ways/recovery-code.ts';

/** Recovery codes. Pure but for chance. */

/** 120 bits, so that a plain hash of them cannot be reversed. Older ones have 80, and go on working. */
const RECOVERY_LETTERS = RECOVERY_CODE.letters;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** New recovery codes, as people type them without hyphens. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(RECOVERY_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length]).join(''),
  );
}

/** In groups of four, as they are shown. */
export function grouped(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-');
}
