import { isIP } from 'node:net';
import type { Config } from '#server/config.ts';

/** What only this machine can reach. */

/** Whether a host, as in HOST or in an address, is this machine's own. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/**
 * Whether the program is for the person at this machine alone: then the outbox is shown and a demo school made. A proxy
 * in front calls a loopback HOST too, so its address (PUBLIC_URL) counts as well.
 */
export function isForThisMachineOnly({
  production,
  host,
  publicUrl,
}: Pick<Config, 'production' | 'host' | 'publicUrl'>): boolean {
  return !production && isLoopback(host) && isLoopback(new URL(publicUrl).hostname);
}
