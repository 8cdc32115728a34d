import { z } from 'zod';

/**
 * The body of every error response: a sentence for a person and, for invalid fields, the messages by path (without
 * the wrapper, `code.3.value.url`). Source: docs/requirements/calls.md 3.
 */
export const errorBodySchema = z.object({
  error_message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  error_code: z.string().optional(),
  /** Only on a 409 for an outdated `version`: the stored newsletter. */
  news_letter: z.unknown().optional(),
  /** Only on a 409 because the same draft exists already: see `if_begun`. */
  begun: z.object({ id: z.string(), title: z.string() }).optional(),
  /** Only on a 403 that asks for a code: the token for the second step of the log-in. */
  second_step: z.string().optional(),
  /**
   * On a 403 that asks to confirm the person's identity: the ways to do so. On a 403 that asks for a code: the ways to
   * take the second step, besides a recovery code.
   */
  ways: z.array(z.string()).optional(),
  /** Only on a 403 for an API token without the call's scope: that scope. */
  scope: z.string().optional(),
  /** Only on a 409 for missing files that the request did not name: all missing files. */
  missing_files: z.array(z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** `error_code` of the 403 that lasts until the person has chosen a new password. */
export const PASSWORD_CHANGE_REQUIRED = 'password_change_required';
/** `error_code` of the 403 after a correct password when a code is needed too. */
export const CODE_REQUIRED = 'code_required';
/** `error_code` of the 403 for calls that ask the person to confirm their identity. */
export const CONFIRM_NEEDED = 'confirm_needed';
/** `error_code` of the 403 that lasts until the session has shown the second factor that the school requires. */
export const SECOND_FACTOR_DUE = 'second_factor_due';
/** `error_code` of the 403 when approval is missing. */
export const APPROVAL_REQUIRED = 'approval_required';

/** Messages that concern the whole request rather than one field. */
export const ERROR_MESSAGES = {
  server: 'Server error',
  invalid: 'Please check the highlighted fields',
  malformed: 'This request could not be read',
  encoding: 'This request could not be read: its text is not UTF-8',
  signIn: 'Please log in to continue',
  login: 'Invalid email or password',
  codeRequired: 'Please type the code that your authenticator app shows',
  confirmNeeded: 'Please confirm that it is you',
  secondFactorDue: 'Your school asks for two-step sign-in. Please set it up to continue',
  passkeyRequired: 'Please use your passkey',
  forbidden: 'You do not have permission to do this',
  hasSchool: 'You already have a school',
  passwordChange: 'Please change your password to continue',
  trialEnded: 'Your trial is over, please activate a plan to continue',
  planEnded: 'Your plan has ended, please choose a plan to continue',
  conflict: 'Somebody else has saved this newsletter in the meantime',
  emailTaken: 'This email address is already in use',
  deadLink: 'This link has been used already or is too old. Please ask for a new one',
  tooLarge: 'This is too large',
  fileTooLarge: 'This file is too large',
  quota: 'Your school has used up its storage. Please delete files that are no longer needed',
  tooMany: 'Too many attempts. Please try again later',
  tooManyCalls: 'Too much is asked for at a time. Please try again in a minute',
  busy: 'Too many people are doing this just now. Please try again in a minute',
  databaseAway: 'The service is not available just now. Please try again in a minute',
  filesAway: 'Files are not available just now. Please try again in a minute',
  diskFull: 'The server has no space left. Nothing was changed',
  saveFailed: 'error saved',
} as const;

/** The messages for refused uploads. Only the server has them; browsers do not load them. */
export const UPLOAD_MESSAGES = {
  fileType: 'Files of this type cannot be used here',
  fileContent: 'This file is damaged or not what its name says',
  fileInfected:
    'Our virus scanner found something in this file, so it was not taken. Please have your computer checked',
  scannerAway: 'Files cannot be checked for viruses at the moment. Please try again in a few minutes',
  fileRuns:
    'This document has macros, scripts or other files in it. Please save it without them, or as a new PDF, and choose that',
  tooSlow: 'This upload was too slow. Please try again with a better connection',
  uploadsUnderWay: 'Other files of yours are still being uploaded. Please try again in a minute',
} as const;

/** The message of a 404, such as 'Newsletter not found'. */
export function notFoundMessage(noun: string): string {
  return `${noun} not found`;
}
