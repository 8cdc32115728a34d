import { codeWay } from './code.ts';
import { passkeyWay } from './passkey.ts';
import { passwordWay } from './password.ts';
import { providerWay } from './provider.ts';
import { recoveryCodeWay } from './recovery-code.ts';

/** All ways for people to prove their identity, the easiest first. */
export const WAYS = [passkeyWay, codeWay, recoveryCodeWay, passwordWay, providerWay] as const;
