import { z } from 'zod';
import { requiredString } from '#contract/fields.ts';
import { begunSession } from '#contract/people.ts';
import { idParams, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { base64url, credentialId, credentialType, passkeyAnswer } from '#contract/sign-in/ways/passkey.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { YOU_ARE_ELSEWHERE } from './elsewhere.ts';
import { stepToken } from './step-token.ts';

/** Passkeys (WebAuthn): logging in without a password, or as the second step after it. See docs/decisions/049-passkeys.md. */

export const PASSKEYS_MAX = 20;
const PASSKEY_NAME_MAX = 60;
/** How long the device may take to answer, in milliseconds. */
export const PASSKEY_MS = 5 * MINUTE_MS;
/** `error_code` of the 400 for a passkey that is unknown or removed: the browser may forget it. */
export const PASSKEY_UNKNOWN = 'passkey_unknown';

export const PASSKEY_MESSAGES = {
  added: `Your passkey is added. ${YOU_ARE_ELSEWHERE}`,
  renamed: 'The passkey has its new name',
  removed: `The passkey is removed. ${YOU_ARE_ELSEWHERE}`,
  nameLong: `At most ${PASSKEY_NAME_MAX} characters`,
  tooMany: `You have ${PASSKEYS_MAX} passkeys, which is the most. Please remove one first`,
  known: 'This passkey was added already',
  unknown: 'This passkey is not known here, or was removed. Please log in with your password',
  late: 'This took too long. Please try again',
  otherSite: (address: string) => `This passkey was used on another website. Please open ${address}`,
  notVerified: 'Your device did not check that it is you. Please set up its screen lock, fingerprint or PIN',
  notRight: 'This passkey could not be checked. Please try again',
  copied:
    'This passkey may have been copied, so it was not accepted. Please log in with your password, remove the passkey and add a new one',
  otherPerson: 'This passkey belongs to another account. Please choose one of yours',
  notUsed: 'No passkey was used. Please try again, or choose another way',
  notMade: 'No passkey was made. You can try again',
  notHere: (address: string) => `Passkeys do not work at this address. Please open ${address}`,
  onDevice: 'This device has a passkey for your account already',
  failed: 'Your device could not do this. Please try again',
} as const;

/** A device's answer after making a passkey (`RegistrationResponseJSON`). */
const newPasskeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(30_000),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>;

const described = z.object({ id: z.string(), type: credentialType, transports: z.array(z.string()) });

/** The request to a device to use a passkey (`PublicKeyCredentialRequestOptionsJSON`). */
const passkeyOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** The person's passkeys. Empty when the passkey itself identifies the person. */
  allowCredentials: z.array(described),
});
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

/** The request to a device to make a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
const newPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(described),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptions>;

export const ownPasskey = z.object({
  id: z.uuid(),
  /** The authenticator's id for the passkey, by which the browser can be notified of its removal. */
  credential_id: z.string(),
  name: z.string(),
  added_at: timestamp,
  last_used_at: timestamp.nullable(),
});
export type Passkey = z.infer<typeof ownPasskey>;

const passkeyName = requiredString().pipe(z.string().max(PASSKEY_NAME_MAX, PASSKEY_MESSAGES.nameLong));
export const renamePasskeyForm = z.strictObject({ name: passkeyName });
const options = z.object({ options: passkeyOptions });

export const passkeyRoutes = {
  passkeyLoginOptions: route({
    method: 'POST',
    path: '/authorization/login/passkey/options',
    access: 'anyone',
    summary: 'What a browser asks the device for a passkey with, to log in without a password',
    status: 200,
    reply: options,
    whenDiskFull: true,
  }),
  passkeyLogin: route({
    method: 'POST',
    path: '/authorization/login/passkey',
    access: 'anyone',
    summary: 'Log in by a passkey',
    body: z.strictObject({ passkey: passkeyAnswer, remember_me: z.boolean().default(true) }),
    status: 200,
    reply: z.object({ data: begunSession }),
    whenDiskFull: true,
  }),
  secondStepOptions: route({
    method: 'POST',
    path: '/authorization/login/second_step/options',
    access: 'anyone',
    summary: 'What a browser asks the device for a passkey with, after the password',
    body: z.strictObject({ step: stepToken }),
    status: 200,
    reply: options,
    whenDiskFull: true,
  }),
  confirmOptions: route({
    method: 'POST',
    path: '/users/confirm/options',
    access: 'signed_in',
    whileSuspended: true,
    whileSecondFactorDue: true,
    summary: 'What a browser asks the device for a passkey with, to prove again who it is',
    status: 200,
    reply: options,
  }),
  newPasskeyOptions: route({
    method: 'POST',
    path: '/users/two_step/passkeys/options',
    access: 'signed_in',
    whileSuspended: true,
    whileSecondFactorDue: true,
    summary: 'What a browser asks the device to make a passkey with',
    sudo: true,
    status: 200,
    reply: z.object({ options: newPasskeyOptions }),
  }),
  addPasskey: route({
    method: 'POST',
    path: '/users/two_step/passkeys',
    access: 'signed_in',
    whileSuspended: true,
    whileSecondFactorDue: true,
    summary: 'Add a passkey; with the first way of two-step sign-in answers with the recovery codes, once',
    body: z.strictObject({ passkey: newPasskeyAnswer, name: passkeyName }),
    sudo: true,
    status: 201,
    reply: z.object({ passkey: ownPasskey, recovery_codes: z.array(z.string()) }),
  }),
  renamePasskey: route({
    method: 'PATCH',
    path: '/users/two_step/passkeys/:id',
    access: 'signed_in',
    whileSuspended: true,
    summary: 'Rename a passkey',
    params: idParams,
    body: renamePasskeyForm,
    status: 200,
    reply: z.object({ passkey: ownPasskey }),
  }),
  removePasskey: route({
    method: 'DELETE',
    path: '/users/two_step/passkeys/:id',
    access: 'signed_in',
    whileSuspended: true,
    summary: 'Remove a passkey; with the last way of two-step sign-in that is off',
    params: idParams,
    sudo: true,
    status: 204,
  }),
} as const;
