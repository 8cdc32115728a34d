import { addMonths } from './months.ts';

/**
 * Whether to warn that a plan's card expires before it can pay the next renewal: from a month before it expires.
 */
export function isCardEnding(
  { expiresAt, renewsAt }: { readonly expiresAt: Date; readonly renewsAt: Date },
  now: Date,
): boolean {
  return expiresAt <= renewsAt && addMonths(expiresAt, -1) <= now;
}
