import { addMonths } from './months.ts';

/**
 * Whether somebody should be told that a plan's card ends before it can pay the next renewal: from a month before its
 * end on.
 */
export function isCardEnding(
  { expiresAt, renewsAt }: { readonly expiresAt: Date; readonly renewsAt: Date },
  now: Date,
): boolean {
  return expiresAt <= renewsAt && addMonths(expiresAt, -1) <= now;
}
