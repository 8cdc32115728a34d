import { ByProvider } from './by-provider.tsx';
import { passkeyOnWeb } from './passkey.ts';
import type { WayOnWeb } from './way-on-web.ts';

/** The ways that are not typed, by id. The others are drawn from the contract. */
export const WAYS_ON_WEB: Readonly<Record<string, WayOnWeb>> = {
  passkey: passkeyOnWeb,
  provider: { Confirm: ByProvider },
};
