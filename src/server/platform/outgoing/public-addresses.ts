import { BlockList, isIP } from 'node:net';

/**
 * The IP addresses that are on the public internet. Everything else may be a service of the operator's own network, or
 * the cloud's metadata: no address entered by a school may lead there.
 */

// Source: IANA's registries of special-purpose addresses.
const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
// Within global unicast: tunnels to IPv4 addresses, and ranges reserved for documentation and protocols.
const PRIVATE_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const refused = new BlockList();
for (const [network, bits] of PRIVATE_V4) refused.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of PRIVATE_V6) refused.addSubnet(network, bits, 'ipv6');
// The whole of global unicast: loopback, local, mapped IPv4, NAT64 and multicast are outside it.
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !refused.check(ip, 'ipv4');
  return family === 6 && global.check(ip, 'ipv6') && !refused.check(ip, 'ipv6');
}

// Source: RFC 6761, 6762 and 8375, and ICANN on `internal`. The others are names that routers use for their own network.
const PRIVATE_NAMES = /(^|\.)(localhost|local|localdomain|internal|home\.arpa|lan|home|corp|intranet)$/i;

/**
 * Whether the host of a URL may be on the public internet, judged by the URL alone: a name's addresses are checked when
 * it is resolved. `URL` has normalised every way to write an IPv4 address.
 */
export function mayBePublic({ hostname }: Pick<URL, 'hostname'>): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}
