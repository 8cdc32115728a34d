import type { Config } from '#server/config.ts';
import { isLoopback } from '#server/platform/loopback.ts';

/** For whom a passkey is made, and where it may be used. Both come from PUBLIC_URL, never from a host that a caller sent. */
export interface RelyingParty {
  /** The host's name: the browser offers a passkey nowhere else. */
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/** No browser makes passkeys for an IP address: on one's own machine they work at `localhost`. */
export function relyingParty({ publicUrl, product }: Config): RelyingParty {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin, name: product.name };
}
