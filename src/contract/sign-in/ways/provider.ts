import type { Way } from './way.ts';

/** An account at Google, Microsoft or another OpenID Connect provider, whose name is shown in place of these texts. */
export const providerWay = {
  id: 'provider',
  words: { name: 'Another account', one: 'another account', use: 'Sign in elsewhere again' },
  opensSession: true,
  afterPassword: null,
  isElsewhere: true,
  answer: null,
  field: null,
  asked: '',
} as const satisfies Way;
