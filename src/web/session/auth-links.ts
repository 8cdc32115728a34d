import { SCREENS } from '#contract/paths.ts';

/** Links that open the auth panel. Its mode is part of the address, so that Back closes it and mails can link to it. */
export const authLinks = {
  /** Opens the panel over the current page. */
  login: '?login=true',
  register: '?register=true',
  forgotHere: '?forgot=true',
  /** Has an address of its own, for links in mails. */
  forgot: SCREENS.forgotPassword,
} as const;

/** The landing page with the login form open and the email filled in. */
export function signInAddress(email: string): string {
  return `${SCREENS.landing}?${new URLSearchParams({ login: 'true', email })}`;
}
