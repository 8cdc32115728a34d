/**
 * Who people can sign in with besides the password, as the pages know it: the server puts the list into every page if the operator
 * has set any up. No zod here: the landing page uses this and must not load it.
 */
export interface SignInProvider {
  /** As in the variables and addresses: `google`. */
  readonly id: string;
  /** As on the buttons: `Google`. */
  readonly name: string;
  /** Whether logging out here logs out there, too. */
  readonly logsOutThere: boolean;
}

/** Those whose logo and address are known. */
export const KNOWN_PROVIDERS = {
  google: { name: 'Google', issuer: 'https://accounts.google.com' },
  microsoft: { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
} as const;
