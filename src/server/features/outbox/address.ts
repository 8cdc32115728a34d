import type { AppContext } from '#server/context.ts';
import { isSame } from '#server/platform/is-same.ts';
import { isForThisMachineOnly } from '#server/platform/loopback.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';
import { startSecret } from '#server/platform/processes/supervised.ts';

/** New at every start, and printed then: only a person who can read that output may read the mails. */
const SECRET = startSecret;

/** The path of the outbox's list, with its secret; null if the outbox is not served. */
export function outboxPath({ config, mail }: Pick<AppContext, 'config' | 'mail'>): string | null {
  return mail instanceof Outbox && isForThisMachineOnly(config) ? `/dev/outbox/${SECRET}` : null;
}

/** Compares a given secret with the real one in constant time. */
export function isOutboxSecret(given: string): boolean {
  return isSame(given, SECRET);
}
