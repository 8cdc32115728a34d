import { type NewPasskeyOptions, PASSKEY_MESSAGES, type PasskeyOptions } from '#contract/sign-in/passkeys.ts';
import { readStored, writeStored } from '#web/session/storage.ts';
import { PasskeyFailure } from './failure.ts';

/** Passkeys on the person's device. The library is loaded when the device is first asked. */

const library = () => import('@simplewebauthn/browser');

/** The `localStorage` key that says that somebody has made or used a passkey in this browser; it does not say who. */
const HERE_KEY = 'passkey-here';

export function supportsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Whether a passkey was made or used in this browser. */
export function hasPasskeyHere(): boolean {
  return supportsPasskeys() && readStored('localStorage', HERE_KEY) !== null;
}

function rememberPasskeyHere(): void {
  writeStored('localStorage', HERE_KEY, 'true');
}

/** Whether the browser can offer passkeys in a field, next to its saved addresses. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (!supportsPasskeys()) return false;
  return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Has the device make a passkey. Rejects with `PasskeyFailure`. */
export async function makePasskey(optionsJSON: NewPasskeyOptions) {
  const { startRegistration } = await library();
  const make = () => startRegistration({ optionsJSON });
  const asked = { host: optionsJSON.rp.id, timeout: optionsJSON.timeout };
  const { response, ...made } = await inWords(make, asked, PASSKEY_MESSAGES.notMade);
  rememberPasskeyHere();
  return { ...made, response: { ...response, transports: response.transports ?? [] } };
}

/** Asks the device for a passkey. Rejects with `PasskeyFailure`. */
export async function askForPasskey(optionsJSON: PasskeyOptions) {
  const { startAuthentication } = await library();
  const ask = () => startAuthentication({ optionsJSON });
  const asked = { host: optionsJSON.rpId, timeout: optionsJSON.timeout };
  const answer = await inWords(ask, asked, PASSKEY_MESSAGES.notUsed);
  rememberPasskeyHere();
  return answer;
}

/** Offers passkeys in the field with `autocomplete="… webauthn"`: resolves when one is chosen, rejects when it is stopped. */
export async function offerPasskeys(optionsJSON: PasskeyOptions) {
  const { startAuthentication } = await library();
  const offer = { optionsJSON, useBrowserAutofill: true, verifyBrowserAutofillInput: false };
  const answer = await startAuthentication(offer);
  rememberPasskeyHere();
  return answer;
}

/** Stops asking and offering. */
export async function stopAsking(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Tells the browser that a passkey no longer works, so that it is not offered again. Older browsers cannot learn this. */
export async function forgetPasskey(credentialID: string): Promise<void> {
  const { sendSignal } = await library();
  const signal = { signalName: 'unknownCredential', rpID: window.location.hostname, credentialID } as const;
  await sendSignal(signal).catch(() => undefined);
}

const REASONS: Readonly<Record<string, string>> = {
  InvalidStateError: PASSKEY_MESSAGES.onDevice,
  ConstraintError: PASSKEY_MESSAGES.notVerified,
};

// On a developer's machine, the address has a port as well.
function addressOf(host: string): string {
  const { protocol, port } = window.location;
  return host === 'localhost' && port !== '' ? `${protocol}//${host}:${port}` : host;
}

// Browsers report 'not allowed' alike for a person who cancels, one who is late, and a device without a passkey.
async function inWords<Answer>(
  ask: () => Promise<Answer>,
  { host, timeout }: { readonly host: string; readonly timeout: number },
  cancelled: string,
): Promise<Answer> {
  const until = performance.now() + timeout;
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'SecurityError')
      throw new PasskeyFailure(PASSKEY_MESSAGES.notHere(addressOf(host)), { cause: error });
    const isRefused = name === 'NotAllowedError' || name === 'AbortError';
    const refused = performance.now() < until ? cancelled : PASSKEY_MESSAGES.late;
    const reason = isRefused ? refused : (REASONS[name] ?? PASSKEY_MESSAGES.failed);
    throw new PasskeyFailure(reason, { cause: error });
  }
}
