import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { isForThisMachineOnly } from '#server/platform/loopback.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';

/** New at every start: whoever can read the start's output may read the mails. */
const SECRET = randomBytes(32).toString('base64url');

/** The path of the outbox's list, with its secret; null if the outbox is not served. */
export function outboxPath({ config, mail }: Pick<AppContext, 'config' | 'mail'>): string | null {
  return mail instanceof Outbox && isForThisMachineOnly(config) ? `/dev/outbox/${SECRET}` : null;
}

/** Compares with the secret in constant time. */
export function isOutboxSecret(given: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(SECRET));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
