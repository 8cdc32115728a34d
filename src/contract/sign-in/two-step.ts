import { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { begunSession } from '#contract/people.ts';
import { idParams, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { appCode, codeWay } from '#contract/sign-in/ways/code.ts';
import { passkeyWay } from '#contract/sign-in/ways/passkey.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { YOU_ARE_ELSEWHERE } from './elsewhere.ts';
import { ownPasskey } from './passkeys.ts';
import { stepToken } from './step-token.ts';
import { ANSWERS_AFTER_PASSWORD, hasOneAnswer } from './ways.ts';

/** Two-step sign-in: after the password a code from an authenticator app (RFC 6238), a passkey, or one of ten recovery codes. */

/** How long the second step may take, in milliseconds. */
export const SECOND_STEP_MS = 10 * MINUTE_MS;
/** How long a trusted computer is not asked for a code, in milliseconds. */
export const TRUSTED_MS = 30 * DAY_MS;

export const TWO_STEP_MESSAGES = {
  factorInstead: 'Please use your passkey or a code of your app: the password alone is not enough',
  stepOver: 'This took too long. Please log in again',
  notBegun: 'Please begin again: show the picture to the app once more',
  isOn: 'An authenticator app is set up already. Remove it first',
  isOff: 'Two-step sign-in is off already',
  turnedOn: `Two-step sign-in is on. ${YOU_ARE_ELSEWHERE}`,
  turnedOff: `Two-step sign-in is off. ${YOU_ARE_ELSEWHERE}`,
  added: `The authenticator app is set up. ${YOU_ARE_ELSEWHERE}`,
  removed: `The authenticator app is removed. ${YOU_ARE_ELSEWHERE}`,
  untrusted: (computer: string) => `${computer} is no longer trusted`,
  newCodes: `These are your new recovery codes. The old ones work no more. ${YOU_ARE_ELSEWHERE}`,
} as const;

export const secondStepForm = z
  .strictObject({ step: stepToken, ...ANSWERS_AFTER_PASSWORD, trust: z.boolean().default(false) })
  .superRefine((form, { addIssue }) => {
    if (hasOneAnswer(form)) return;
    // Only the caller knows which way it meant.
    for (const id of Object.keys(ANSWERS_AFTER_PASSWORD))
      addIssue({ code: 'custom', path: [id], message: FIELD_MESSAGES.required });
  });
export const codeForm = z.strictObject({ code: appCode });

/** A browser in which the second step is skipped. */
const trustedComputer = z.object({
  id: z.uuid(),
  /** The `User-Agent` header; empty for computers trusted before it was recorded. */
  device: z.string(),
  trusted_at: timestamp,
  ends_at: timestamp,
  last_used_at: timestamp.nullable(),
});
export type TrustedComputer = z.infer<typeof trustedComputer>;

const factors = z.object({
  /** The ids of the person's second factors, the easiest first. Without any, two-step sign-in is off. */
  ways: z.array(z.string()).optional(),
  /** Null: none is set up. */
  authenticator: z.object({ added_at: timestamp }).nullable(),
  passkeys: z.array(ownPasskey),
  recovery_codes_left: z.number(),
  trusted_computers: z.array(trustedComputer),
  /** Whether the person's school requires it. */
  required: z.boolean(),
  /** The time from which the session needs a second factor that the person does not have; null if it needs none. */
  due_at: timestamp.nullable(),
  /** Whether the last way cannot be removed because the school requires one. */
  last_way_stays: z.boolean(),
});
// The last part is for the description of the API, which says nothing of what a transformation makes.
const twoStep = factors
  .transform((found) => ({ ...found, ways: found.ways ?? factorsOf(found) }))
  .pipe(z.object({ ...factors.shape, ways: z.array(z.string()) }));
export type TwoStep = z.infer<typeof twoStep>;
const state = z.object({ two_step: twoStep });
const codes = z.object({ recovery_codes: z.array(z.string()) });

// The version before sends no `ways`. It knows only these two, which have fields of their own.
function factorsOf({
  passkeys,
  authenticator,
}: Pick<z.infer<typeof factors>, 'passkeys' | 'authenticator'>): string[] {
  return [...(passkeys.length === 0 ? [] : [passkeyWay.id]), ...(authenticator === null ? [] : [codeWay.id])];
}

export const twoStepRoutes = {
  secondStep: route({
    method: 'POST',
    path: '/authorization/login/second_step',
    access: 'anyone',
    summary: 'Log in with a code or a passkey, after the password',
    body: secondStepForm,
    status: 200,
    reply: z.object({ data: begunSession }),
    whenDiskFull: true,
  }),
  readTwoStep: route({
    method: 'GET',
    path: '/users/two_step',
    access: 'signed_in',
    summary: 'How the person logs in besides the password',
    status: 200,
    reply: state,
    whileSecondFactorDue: true,
  }),
  forgetTrusted: route({
    method: 'DELETE',
    path: '/users/two_step/trusted/:id',
    access: 'signed_in',
    whileSuspended: true,
    summary: 'Trust a computer no more: the next log-in there is asked for the second step',
    params: idParams,
    status: 204,
  }),
  beginAuthenticator: route({
    method: 'POST',
    path: '/users/two_step/authenticator',
    access: 'signed_in',
    whileSuspended: true,
    summary: 'Begin to set up an authenticator app; counts once a code of it has come',
    sudo: true,
    status: 200,
    reply: z.object({ authenticator: z.object({ secret: z.string(), uri: z.string() }) }),
    whileSecondFactorDue: true,
  }),
  confirmAuthenticator: route({
    method: 'PUT',
    path: '/users/two_step/authenticator',
    access: 'signed_in',
    whileSuspended: true,
    summary: 'Turn two-step sign-in on with a code of the app; answers with the recovery codes, once',
    body: codeForm,
    status: 200,
    reply: codes,
    whileSecondFactorDue: true,
  }),
  removeAuthenticator: route({
    method: 'POST',
    path: '/users/two_step/off',
    access: 'signed_in',
    whileSuspended: true,
    summary: 'Remove the authenticator app; without passkeys, all codes and trusted computers are forgotten',
    sudo: true,
    status: 204,
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/users/two_step/recovery_codes',
    access: 'signed_in',
    whileSuspended: true,
    summary: 'New recovery codes in place of the old ones; answers with them, once',
    sudo: true,
    status: 200,
    reply: codes,
  }),
} as const;
