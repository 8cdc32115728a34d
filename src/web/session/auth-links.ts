import { SCREENS } from '#contract/paths.ts';

/** Where the auth panel opens. It is part of the address, so that Back closes it and a mail can lead to it. */
export const authLinks = {
  /** Over whatever is shown now. */
  login: '?login=true',
  register: '?register=true',
  forgotHere: '?forgot=true',
  /** By itself, as a link of a mail's page. */
  forgot: SCREENS.forgotPassword,
} as const;

/** The landing page with the login, the address filled in. */
export function loginAddress(email: string): string {
  return `${SCREENS.landing}?${new URLSearchParams({ login: 'true', email })}`;
}
