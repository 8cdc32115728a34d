import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import { ForgedEvent, type PaymentEvent } from './payments.ts';
import { sandboxId } from './sandbox-account.ts';

const eventBody = z.object({ id: z.string(), type: z.string(), subscription: z.string().nullable() });
// The same as Stripe's. Older signatures may be replayed.
const SIGNATURE_LIFE_MS = 300_000;

/** The sandbox's events. Only tests create them; they are read like those of a real provider. */
export class SandboxEvents {
  readonly #clock: Clock;
  // Events stay within the process, so the key does too.
  readonly #signingKey = randomBytes(32);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reads an event. Throws `ForgedEvent` unless it was signed here recently. */
  read(body: Buffer, signature: string | undefined): PaymentEvent {
    const [, at, mac] = /^t=(\d{1,16}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
    if (at === undefined || mac === undefined) throw new ForgedEvent('No signature');
    if (!timingSafeEqual(Buffer.from(mac, 'hex'), this.#mac(at, body)))
      throw new ForgedEvent('Another signature');
    if (Math.abs(this.#clock.now().getTime() - Number(at)) > SIGNATURE_LIFE_MS)
      throw new ForgedEvent('An old signature');
    const { id, type, subscription } = eventBody.parse(JSON.parse(body.toString()));
    return { id, type, subscriptionId: subscription, givesCard: type === 'setup_intent.succeeded' };
  }

  /** Creates an event as a provider would post it, signed `age` seconds ago. */
  signed(subscription: string | null, type: string, age: number): { body: string; signature: string } {
    const body = JSON.stringify({ id: sandboxId('evt'), type, subscription });
    const at = String(this.#clock.now().getTime() - age * 1000);
    return { body, signature: `t=${at},v1=${this.#mac(at, Buffer.from(body)).toString('hex')}` };
  }

  #mac(at: string, body: Buffer): Buffer {
    return createHmac('sha256', this.#signingKey).update(`${at}.`).update(body).digest();
  }
}
