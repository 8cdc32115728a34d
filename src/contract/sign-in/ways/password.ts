import { signInPassword } from '#contract/fields.ts';
import type { Way } from './way.ts';

/** The password. A second step may follow it. */
export const passwordWay = {
  id: 'password',
  words: { name: 'Password', one: 'a password', use: 'Use your password' },
  opensSession: true,
  afterPassword: null,
  isElsewhere: false,
  answer: signInPassword,
  field: { kind: 'password', label: 'Your password' },
  asked: '',
} as const satisfies Way;
