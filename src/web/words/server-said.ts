import type { FailureReason } from '#contract/deliveries.ts';

/**
 * The words of the receiving mail server about a mail. For a mail that is not confirmed they are about the last try, which may have
 * been refused: another one may have arrived.
 */
export function serverSaid(reason: FailureReason | null, detail: string): string {
  return `${reason === 'unconfirmed' ? 'At the last try the server said' : 'The server said'}: ${detail}`;
}
