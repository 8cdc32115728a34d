import { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import type { Way } from './way.ts';

/** Passkeys (WebAuthn): the device has checked who uses it. */

export const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);
export const credentialId = base64url(1400);
export const credentialType = z.literal('public-key');

/** A device's answer after using a passkey (`AuthenticationResponseJSON`). */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(100).optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

export const passkeyWay = {
  id: 'passkey',
  words: { name: 'Passkey', one: 'a passkey', use: 'Use a passkey', held: 'passkey' },
  opensSession: true,
  afterPassword: 'factor',
  isElsewhere: false,
  answer: passkeyAnswer,
  field: null,
  asked: ERROR_MESSAGES.passkeyRequired,
} as const satisfies Way;
