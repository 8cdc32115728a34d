import { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import type { Way } from './way.ts';

/** The parameters with which every authenticator app computes codes (RFC 6238). */
export const CODES = { digits: 6, periodSeconds: 30, algorithm: 'SHA1' } as const;

export const CODE_MESSAGES = {
  wrong: 'That code is not right. Try the next one',
  form: `The code has ${CODES.digits} digits`,
} as const;

/** Accepts a code as apps show it, often with a space in the middle. */
export const appCode = z
  .string(FIELD_MESSAGES.required)
  .max(40, CODE_MESSAGES.form)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, CODE_MESSAGES.form));

/** A code of an authenticator app. */
export const codeWay = {
  id: 'code',
  words: { name: 'Authenticator app', one: 'a code', use: 'Use a code', held: 'app' },
  opensSession: false,
  afterPassword: 'factor',
  isElsewhere: false,
  answer: appCode,
  field: {
    kind: 'code',
    label: 'Code of your authenticator app',
    step: { title: 'Your code', lead: 'From your authenticator app.', label: 'Code', back: 'Use the app' },
  },
  asked: ERROR_MESSAGES.codeRequired,
} as const satisfies Way;
