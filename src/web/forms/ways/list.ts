import { ByProvider } from './by-provider.tsx';
import { passkeyOnWeb } from './passkey.ts';
import type { WayOnWeb } from './way-on-web.ts';

/** The ways to prove who one is that are not typed, by id. The contract alone describes the others. */
export const WAYS_ON_WEB: Readonly<Record<string, WayOnWeb>> = {
  passkey: passkeyOnWeb,
  provider: { Confirm: ByProvider },
};
