import { z } from 'zod';
import { BLOCK_MESSAGES, limitMessage } from '#newsletter/document/block.ts';
import { cleanRichText, hasText } from './rich-text.ts';

/** The maximum length of rich text in a block, as given and as stored. Source: docs/requirements/calls.md 4.3. */
export const RICH_TEXT_MAX = 50_000;
const limit = limitMessage(RICH_TEXT_MAX);

const cleaned = z
  .string(BLOCK_MESSAGES.required)
  .max(RICH_TEXT_MAX, { error: limit, abort: true })
  .overwrite(cleanRichText)
  .max(RICH_TEXT_MAX, { error: limit, abort: true });

/** Rich text that must not be empty. The output is sanitised. */
export const richText = cleaned.refine(hasText, BLOCK_MESSAGES.required);
/** Rich text that may be empty or absent. */
export const optionalRichText = cleaned.optional();
