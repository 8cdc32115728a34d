import { z } from 'zod';
import { TEXT_MAX } from '#contract/fields.ts';

/** The questions about an imported file that only a person can answer, and their answers. */

/** The longest unknown word that is shown, in characters, and the most different ones that are asked about. */
export const WORD_MAX = 60;
const WORDS_MAX = 200;
const EMAIL_COLUMNS_MAX = 50;

const word = z
  .string()
  .max(WORD_MAX)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));

/** The character sets of files that do not declare one, the likeliest first. */
export const CHARSETS = ['windows-1252', 'windows-1250', 'macintosh'] as const;
export type Charset = (typeof CHARSETS)[number];

const MENDED_MAX = 500;
const address = z
  .string()
  .max(TEXT_MAX)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));

/** A wrong address in a line of the file as a preview shows it, and its replacement. */
export const mendedAddress = z.strictObject({
  line: z.number().int(),
  file: z.string().max(TEXT_MAX).optional(),
  email: address,
  mended: address,
});
export type MendedAddress = z.infer<typeof mendedAddress>;

/** The answers, apart from the choice of groups. */
export const importAnswers = {
  /** The columns whose addresses are used, by their positions from 0; absent: all. */
  emails: z.array(z.number().int().nonnegative()).max(EMAIL_COLUMNS_MAX).optional(),
  /** The meaning of unknown words: subscribed, or has left. A person whose word has no answer is not added. */
  words: z
    .array(z.strictObject({ word, is_on: z.boolean() }))
    .max(WORDS_MAX)
    .optional(),
  /** Whether people whom the file marks as having left are unsubscribed, and stay so when later files name them. */
  leaves: z.boolean().optional(),
  /** Wrong addresses that a person has corrected. */
  mended: z.array(mendedAddress).max(MENDED_MAX).optional(),
  /** The character set of the file; absent: the likeliest. */
  charset: z.enum(CHARSETS).optional(),
};
const answers = z.strictObject(importAnswers);
export type ImportAnswers = z.infer<typeof answers>;

/** A column that holds addresses of families: each address is a subscriber of its own. */
export const emailColumn = z.object({
  index: z.number().int(),
  heading: z.string(),
  is_used: z.boolean(),
});
export type EmailColumn = z.infer<typeof emailColumn>;

/** A word that may mean that a person has left; empty for an empty cell. */
export const unknownWord = z.object({
  word: z.string(),
  families: z.number().int(),
  /** Null until it is answered. */
  is_on: z.boolean().nullable(),
});
export type UnknownWord = z.infer<typeof unknownWord>;

/** The character set assumed for a file that declares none, and how its words look in each alternative. */
export const letters = z.object({
  charset: z.enum(CHARSETS),
  choices: z.array(z.object({ charset: z.enum(CHARSETS), words: z.array(z.string()) })),
});
export type Letters = z.infer<typeof letters>;
