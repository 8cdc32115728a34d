import { codeOnServer } from '#server/features/accounts/ways/code/way.ts';
import { passkeyOnServer } from '#server/features/accounts/ways/passkey/way.ts';
import { passwordOnServer } from '#server/features/accounts/ways/password/way.ts';
import { providerOnServer } from '#server/features/accounts/ways/provider/way.ts';
import { recoveryCodeOnServer } from '#server/features/accounts/ways/recovery-code/way.ts';
import type { WayOnServer } from './way.ts';

/** All ways to prove one's identity, the easiest first, as the contract lists them. */
export const WAYS_ON_SERVER: readonly WayOnServer[] = [
  passkeyOnServer,
  codeOnServer,
  recoveryCodeOnServer,
  passwordOnServer,
  providerOnServer,
];
