import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

type Resolve = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

class PrivateAddress extends Error {
  readonly code = 'PRIVATE';
}

/**
 * Resolves a name for a connection, which goes to the very addresses that were checked: a second answer of the name's
 * server is never used. One private address among them refuses all.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, found) => {
      const [first] = found ?? [];
      if (error !== null) return done(error, []);
      if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
        return done(new PrivateAddress(), []);
      if (options.all) return done(null, found);
      return done(null, first.address, first.family);
    });
  };
}
