import { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import type { Way } from './way.ts';

export const RECOVERY_CODES = 10;
/** The lengths of recovery codes: `before` is that of older ones. */
export const RECOVERY_CODE = { letters: 24, before: 16 } as const;

export const RECOVERY_CODE_MESSAGES = {
  wrong: 'This is none of your recovery codes. It was used already, or newer codes have replaced it',
  form: `A recovery code has ${RECOVERY_CODE.letters} characters, an older one ${RECOVERY_CODE.before}: letters, and digits from 2 to 7`,
} as const;

const FORM = new RegExp(`^(?:[a-z2-7]{${RECOVERY_CODE.letters}}|[a-z2-7]{${RECOVERY_CODE.before}})$`);

const LOOK_ALIKES: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 8: 'b' };

/** Accepts a code as people copy it: in any case, with or without hyphens, and with digits in place of the letters that look like them. */
const typedRecoveryCode = z
  .string(FIELD_MESSAGES.required)
  .max(80, RECOVERY_CODE_MESSAGES.form)
  .transform((text) =>
    text
      .replace(/[\s-]/g, '')
      .toLowerCase()
      .replace(/[018]/g, (digit) => LOOK_ALIKES[digit] ?? digit),
  )
  .pipe(z.string().regex(FORM, RECOVERY_CODE_MESSAGES.form));

/** A recovery code: each works once, in place of a second factor. */
export const recoveryCodeWay = {
  id: 'recovery_code',
  words: { name: 'Recovery code', one: 'a recovery code', use: 'Use a recovery code' },
  opensSession: false,
  afterPassword: 'spare',
  isElsewhere: false,
  answer: typedRecoveryCode,
  field: {
    kind: 'text',
    label: 'Recovery code',
    description: 'Each works once.',
    step: {
      title: 'Your recovery code',
      lead: 'One of the ten that you kept. Each works once.',
      label: 'Recovery code',
      back: 'Use a recovery code',
    },
  },
  asked: '',
} as const satisfies Way;
