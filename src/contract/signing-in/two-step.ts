import { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { begunSession } from '#contract/people.ts';
import { idParams, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { YOU_ARE_ELSEWHERE } from './elsewhere.ts';
import { passkey, passkeyAnswer } from './passkeys.ts';
import { stepToken } from './step-token.ts';

/** Two-step sign-in: after the password a code from an authenticator app (RFC 6238), a passkey, or one of ten recovery codes. */

/** What every authenticator app computes codes by. */
export const CODES = { digits: 6, periodSeconds: 30, algorithm: 'SHA1' } as const;
export const RECOVERY_CODES = 10;
/** How long they are; older ones have fewer letters. */
export const RECOVERY_CODE = { letters: 24, before: 16 } as const;
/** How long the second step may take, in milliseconds. */
export const SECOND_STEP_MS = 10 * MINUTE_MS;
/** How long a trusted computer is not asked for a code, in milliseconds. */
export const TRUSTED_MS = 30 * DAY_MS;

export const TWO_STEP_MESSAGES = {
  wrongCode: 'That code is not right. Try the next one',
  wrongRecoveryCode:
    'This is none of your recovery codes. It was used already, or newer codes have replaced it',
  codeForm: `The code has ${CODES.digits} digits`,
  recoveryForm: `A recovery code has ${RECOVERY_CODE.letters} characters, an older one ${RECOVERY_CODE.before}: letters, and digits from 2 to 7`,
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

/** As apps show it, often with a space in the middle. */
export const code = z
  .string(FIELD_MESSAGES.required)
  .max(40, TWO_STEP_MESSAGES.codeForm)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, TWO_STEP_MESSAGES.codeForm));

const RECOVERY_FORM = new RegExp(
  `^(?:[a-z2-7]{${RECOVERY_CODE.letters}}|[a-z2-7]{${RECOVERY_CODE.before}})$`,
);

const LOOK_ALIKES: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 8: 'b' };

/** As people copy it: in any case, with or without its hyphens, and with digits that it never has for the letters that look like them. */
export const recoveryCode = z
  .string(FIELD_MESSAGES.required)
  .max(80, TWO_STEP_MESSAGES.recoveryForm)
  .transform((text) =>
    text
      .replace(/[\s-]/g, '')
      .toLowerCase()
      .replace(/[018]/g, (digit) => LOOK_ALIKES[digit] ?? digit),
  )
  .pipe(z.string().regex(RECOVERY_FORM, TWO_STEP_MESSAGES.recoveryForm));

export const secondStepForm = z
  .strictObject({
    step: stepToken,
    code: code.optional(),
    recovery_code: recoveryCode.optional(),
    passkey: passkeyAnswer.optional(),
    trust: z.boolean().default(false),
  })
  .refine(
    ({ code, recovery_code, passkey }) =>
      [code, recovery_code, passkey].filter((way) => way !== undefined).length === 1,
    { error: FIELD_MESSAGES.required, path: ['code'] },
  );
export const codeForm = z.strictObject({ code });

/** A browser in which nobody is asked for a second step. */
const trustedComputer = z.object({
  id: z.uuid(),
  /** The `User-Agent` header; empty for those that were trusted before it was noted. */
  device: z.string(),
  trusted_at: timestamp,
  ends_at: timestamp,
  last_used_at: timestamp.nullable(),
});
export type TrustedComputer = z.infer<typeof trustedComputer>;

const twoStep = z.object({
  /** Null: none is set up. Without one and without passkeys, two-step sign-in is off. */
  authenticator: z.object({ added_at: timestamp }).nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number(),
  trusted_computers: z.array(trustedComputer),
  /** Whether the person's school asks for it. */
  required: z.boolean(),
  /** From when on the session needs a second factor that the person does not have; null if it needs none. */
  due_at: timestamp.nullable(),
  /** Whether the last way cannot be removed, as the school asks for one. */
  last_way_stays: z.boolean(),
});
export type TwoStep = z.infer<typeof twoStep>;
const state = z.object({ two_step: twoStep });
const codes = z.object({ recovery_codes: z.array(z.string()) });

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
