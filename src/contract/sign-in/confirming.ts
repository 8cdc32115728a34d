import { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { route } from '#contract/route.ts';
import { ANSWERS, hasOneAnswer } from './ways.ts';

/** Confirming a person's identity again before calls for which an open session is not enough: rows with `sudo`. */

export const confirmForm = z
  .strictObject(ANSWERS)
  .refine(hasOneAnswer, { error: FIELD_MESSAGES.required, path: ['password'] });

export const confirmRoutes = {
  confirmPerson: route({
    method: 'POST',
    path: '/users/confirm',
    access: 'signed_in',
    whileSuspended: true,
    whileSecondFactorDue: true,
    summary:
      'Prove again who it is, by one of these; calls that answered confirm_needed work for ten minutes then',
    body: confirmForm,
    status: 204,
  }),
} as const;
