import { createHmac, randomBytes } from 'node:crypto';
import { SECRET_PREFIX } from '#contract/api/signature.ts';

/** Signatures by Standard Webhooks 1.0.0: https://www.standardwebhooks.com. */

const SECRET_BYTES = 32;

/** A new secret, in the form that receivers use. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The headers of a try at a moment. Every secret signs, as a receiver has only one of them. */
export function signedHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
