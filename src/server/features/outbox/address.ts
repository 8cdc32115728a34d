import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { isForThisMachineOnly } from '#server/platform/loopback.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';

/** Of this start alone: whoever can read what the start printed may read the mails. */
const SECRET = randomBytes(32).toString('base64url');

/** The path of the outbox's list, its secret included; null where it is shown to nobody. */
export function outboxPath({ config, mail }: Pick<AppContext, 'config' | 'mail'>): string | null {
  return mail instanceof Outbox && isForThisMachineOnly(config) ? `/dev/outbox/${SECRET}` : null;
}

/** Whether somebody knows the secret; takes the same time whatever is wrong with it. */
export function isOutboxSecret(given: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(SECRET));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
