import { passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import { call } from '#web/api/client.ts';
import { askForPasskey, supportsPasskeys } from '#web/passkeys/device.ts';
import { showPasskeyFailure } from '#web/passkeys/failure.ts';
import type { DeviceWay } from './way-on-web.ts';

/** Passkeys: the device asks its person for a fingerprint, a face or a PIN. */
export const passkeyOnWeb: DeviceWay = {
  device: {
    isUsable: supportsPasskeys,
    toConfirm: async () => await askForPasskey((await call(passkeyRoutes.confirmOptions)).options),
    toStep: async (step, handles) => {
      const { options } = await call(passkeyRoutes.secondStepOptions, { body: { step }, handles });
      return await askForPasskey(options);
    },
    onError: showPasskeyFailure,
    step: {
      title: 'Your passkey',
      lead: 'Your device asks for your fingerprint, face or PIN.',
      unusable: 'This browser cannot use passkeys. Please use another one, or a recovery code.',
    },
  },
};
