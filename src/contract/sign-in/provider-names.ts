/**
 * A sign-in provider, as the pages know it: the server puts the list into every page if the operator has set any up. No
 * zod here: the landing page uses this and must not load it.
 */
export interface SignInProvider {
  /** The id in environment variables and addresses: `google`. */
  readonly id: string;
  /** The name on the buttons: `Google`. */
  readonly name: string;
  /** Whether logging out here logs out there, too. */
  readonly logsOutThere: boolean;
}

/** The providers whose logo and address are known. */
export const KNOWN_PROVIDERS = {
  google: { name: 'Google', issuer: 'https://accounts.google.com' },
  microsoft: { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
} as const;
