import type { Config } from '#server/config.ts';
import { isLoopback } from '#server/platform/loopback.ts';

/** The site that a passkey is created for, and where it may be used. Both come from PUBLIC_URL, never from a host that a caller sent. */
export interface RelyingParty {
  /** The host name: browsers offer a passkey nowhere else. */
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/** No browser creates passkeys for an IP address: on a developer's machine they work at `localhost`. */
export function relyingParty({ publicUrl, product }: Config): RelyingParty {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin, name: product.name };
}
