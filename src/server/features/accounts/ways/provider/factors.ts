/** Claims about how a provider has authenticated somebody. */

/** Values for several factors: RFC 8176, and Microsoft's own. */
const SEVERAL = ['mfa', 'ngcmfa'];
const KNOWN = ['pwd', 'pin', 'kba'];
/** Factors that somebody has, or is. */
const HELD = ['otp', 'sms', 'tel', 'hwk', 'swk', 'sc', 'fpt', 'face', 'iris', 'retina', 'vbm'];
/** Classes of the OpenID Connect Extended Authentication Profile; REFEDS; PAPE. */
const CLASSES = [
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
];

/** Whether an ID token says that two factors were required. Silence means no. */
export function saysTwoFactors({ amr, acr }: Readonly<Record<string, unknown>>): boolean {
  if (typeof acr === 'string' && CLASSES.includes(acr)) return true;
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : [];
  const has = (words: readonly string[]) => words.some((word) => methods.includes(word));
  return has(SEVERAL) || (has(KNOWN) && has(HELD));
}
