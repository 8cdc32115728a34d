import { isIP } from 'node:net';

/** Whether a host, from HOST or a URL, is the loopback interface. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/**
 * Whether only this machine can reach the program: then it has an outbox page and a demo school. PUBLIC_URL counts too,
 * because a proxy may forward to a loopback HOST.
 */
export function isForThisMachineOnly({
  production,
  host,
  publicUrl,
}: {
  readonly production: boolean;
  readonly host: string;
  readonly publicUrl: string;
}): boolean {
  return !production && isLoopback(host) && isLoopback(new URL(publicUrl).hostname);
}
