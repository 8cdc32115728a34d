import { z } from 'zod';

/**
 * Every answer that is not a success has this shape: one sentence for a person, and, where fields are at fault,
 * their paths (without the wrapper, `code.3.value.url`) with what is wrong. Source: docs/requirements/calls.md 3.
 */
export const errorBodySchema = z.object({
  error_message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  error_code: z.string().optional(),
  /** Only on 409 after a newsletter's `version` was not the stored one: the stored newsletter. */
  news_letter: z.unknown().optional(),
  /** Only on 409 after files are missing from a newsletter that its `missing_files` did not name: all of them. */
  missing_files: z.array(z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** `error_code` of a 403 that ends once the person has chosen a password of their own. */
export const PASSWORD_CHANGE_REQUIRED = 'password_change_required';

/** The sentences that are shown for an outcome rather than for a field. */
export const ERROR_MESSAGES = {
  server: 'Server error',
  invalid: 'Please check the highlighted fields',
  malformed: 'This request could not be read',
  signIn: 'Please log in to continue',
  login: 'Invalid email or password',
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
  fileType: 'Files of this type cannot be used here',
  fileContent: 'This file is damaged or not what its name says',
  tooSlow: 'This upload was too slow. Please try again with a better connection',
  uploadsUnderWay: 'Other files of yours are still being uploaded. Please try again in a minute',
  tooMany: 'Too many attempts. Please try again later',
  databaseAway: 'The service is not available just now. Please try again in a minute',
  diskFull: 'The server has no space left. Nothing was changed',
  saveFailed: 'error saved',
} as const;

/** 'Newsletter not found' and the like. */
export function notFoundMessage(noun: string): string {
  return `${noun} not found`;
}
