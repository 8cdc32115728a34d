import { z } from 'zod';
import { TEXT_MAX } from '#contract/fields.ts';

/** What only a person can say about a file that is imported, and their answers. */

/** So much of a word that the program does not know is shown; so many different ones are asked. */
export const WORD_MAX = 60;
const WORDS_MAX = 200;
const EMAIL_COLUMNS_MAX = 50;

const word = z
  .string()
  .max(WORD_MAX)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));

/** How files write their letters that do not say it, the likeliest first. */
export const CHARSETS = ['windows-1252', 'windows-1250', 'macintosh'] as const;
export type Charset = (typeof CHARSETS)[number];

const MENDED_MAX = 500;
const address = z
  .string()
  .max(TEXT_MAX)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));

/** An address in a line of the file as a preview shows it, and the one to take in its place. */
export const mendedAddress = z.strictObject({
  line: z.number().int(),
  file: z.string().max(TEXT_MAX).optional(),
  email: address,
  mended: address,
});
export type MendedAddress = z.infer<typeof mendedAddress>;

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
  /** Wrong addresses that a person has mended. */
  mended: z.array(mendedAddress).max(MENDED_MAX).optional(),
  /** How the file writes its letters; absent: as is likeliest. */
  charset: z.enum(CHARSETS).optional(),
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

/** How a file's letters are read, as it does not say it, and how words of it look in each way that differs. */
export const letters = z.object({
  charset: z.enum(CHARSETS),
  choices: z.array(z.object({ charset: z.enum(CHARSETS), words: z.array(z.string()) })),
});
export type Letters = z.infer<typeof letters>;
