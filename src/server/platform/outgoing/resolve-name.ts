import { type LookupAddress, Resolver } from 'node:dns';
import { SECOND_MS } from '#newsletter/values/durations.ts';

const TIMEOUT_MS = 3 * SECOND_MS;

/** No name server has an address for the name, or none answers. */
class UnknownHost extends Error {
  readonly code = 'ENOTFOUND';
}

/**
 * Resolves a name by asking the name servers over separate sockets. The system's way, `dns.lookup`, blocks a thread
 * until an answer comes, and cannot be cancelled: two names with silent servers would keep the whole process from
 * connecting anywhere. `servers` is for tests.
 */
export function resolvePublicName(
  host: string,
  signal: AbortSignal,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
  servers?: readonly string[],
): void {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const of = (family: 4 | 6) =>
    new Promise<LookupAddress[]>((resolve) => {
      const found = (error: Error | null, addresses: string[] = []) =>
        resolve(error === null ? addresses.map((address) => ({ address, family })) : []);
      if (family === 4) resolver.resolve4(host, found);
      else resolver.resolve6(host, found);
    });
  void Promise.all([of(4), of(6)]).then((both) => {
    signal.removeEventListener('abort', cancel);
    const all = both.flat();
    if (all.length === 0) done(new UnknownHost(`${host} has no address`), []);
    else done(null, all);
  });
}
