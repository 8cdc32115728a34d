import { z } from 'zod';

/** What only a person can say about a file that is imported, and their answers. */

/** So much of a word that the program does not know is shown; so many different ones are asked. */
export const WORD_MAX = 60;
const WORDS_MAX = 200;
const EMAIL_COLUMNS_MAX = 50;

const word = z
  .string()
  .max(WORD_MAX)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));

/** The answers, beside the choice of groups. */
export const importAnswers = {
  /** The columns whose addresses are taken, by their positions from 0; absent: all. */
  emails: z.array(z.number().int().nonnegative()).max(EMAIL_COLUMNS_MAX).optional(),
  /** What unknown words say: that somebody gets newsletters, or has left. Without an answer, nobody with the word is added. */
  words: z
    .array(z.strictObject({ word, is_on: z.boolean() }))
    .max(WORDS_MAX)
    .optional(),
  /** Whether those whom the file marks as having left leave the school's list, and stay off when later files name them. */
  leaves: z.boolean().optional(),
};
const answers = z.strictObject(importAnswers);
export type ImportAnswers = z.infer<typeof answers>;

/** A column that holds addresses of families: each is somebody of their own. */
export const emailColumn = z.object({
  index: z.number().int(),
  heading: z.string(),
  is_used: z.boolean(),
});
export type EmailColumn = z.infer<typeof emailColumn>;

/** A word that may say that somebody has left; empty for a cell without one. */
export const unknownWord = z.object({
  word: z.string(),
  families: z.number().int(),
  /** Null while nobody has said it. */
  is_on: z.boolean().nullable(),
});
export type UnknownWord = z.infer<typeof unknownWord>;
