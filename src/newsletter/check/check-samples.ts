import {
  type Block,
  blockSchema,
  isEmptySpace,
  type NewsletterDocument,
} from '#newsletter/document/document.ts';
import { checkNewsletter } from './check-newsletter.ts';
import type { Finding, Fix, Rule } from './finding.ts';

/** For tests: newsletters of a few blocks, what is found in them, and what the fixes make of them. */

/** A valid block; its name is its type. */
export function sample(type: string, value: unknown, name: string = type): Block {
  const block = blockSchema.parse({ name, type, value });
  if (isEmptySpace(block)) throw new TypeError('A block is expected');
  return block;
}

/** Rich text as a block. */
export function textOf(html: string, name = 'text'): Block {
  return sample('text', { html }, name);
}

/** One column of blocks in a school. */
export function newsletterOf(
  blocks: readonly Block[],
  { title = 'Autumn news', school = 'Oakfield Primary School', language = 'en' } = {},
) {
  const document: NewsletterDocument = { layout: 'one_column', columns: [blocks] };
  return { title, document, school: { name: school, language } };
}

/** What a rule finds. */
export function foundBy(rule: Rule, ...newsletter: Parameters<typeof newsletterOf>): Finding[] {
  return checkNewsletter(newsletterOf(...newsletter)).filter((finding) => finding.rule === rule);
}

/** The block as a finding's fix makes it, in one word where it is rich text. */
export function fixedBy(finding: Finding | undefined): unknown {
  const fix: Fix | undefined = finding?.fix;
  if (fix === undefined) return null;
  return 'block' in fix ? fix.block.value : fix.title;
}
