import { z } from 'zod';
import { idParams } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import {
  SECOND_FACTOR_DAYS,
  SECOND_FACTOR_DAYS_DEFAULT,
  SECOND_FACTOR_RULES,
} from '#contract/rules/second-factor.ts';

/** A school's rule about which roles have to sign in with a second factor. */

export const SECOND_FACTOR_MESSAGES = {
  ownFirst: 'Please set up two-step sign-in for yourself first, under Password settings',
  lastFactor: 'Your school asks for two-step sign-in. Set up another way first, then remove this one',
} as const;

export const secondFactorForm = z.strictObject({
  rule: z.enum(SECOND_FACTOR_RULES),
  days: z.literal(SECOND_FACTOR_DAYS).default(SECOND_FACTOR_DAYS_DEFAULT),
});

export const secondFactorRoutes = {
  setSecondFactor: route({
    method: 'PUT',
    path: '/schools/:id/second_factor',
    access: 'owner',
    sudo: true,
    needsOpenSchool: true,
    summary:
      'Say who has to sign in with a second factor, and how many days they have to set one up, from now on; who lacks one is told by mail',
    params: idParams,
    body: secondFactorForm,
    status: 204,
  }),
} as const;
