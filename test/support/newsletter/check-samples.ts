import { checkNewsletter } from '#newsletter/check/check-newsletter.ts';
import type { Finding, Fix } from '#newsletter/check/finding.ts';
import {
  type Block,
  blockSchema,
  isEmptySpace,
  type NewsletterDocument,
} from '#newsletter/document/document.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';

/** Test helpers: small newsletters, their findings and the results of fixes. */

/** A valid block; its name is its type. */
export function sample(type: string, value: unknown, name: string = type): Block {
  const block = blockSchema.parse({ name, type, value });
  if (isEmptySpace(block)) throw new TypeError('Expected a block');
  return block;
}

/** A text block. */
export function textBlockOf(html: string, name = 'text'): Block {
  return sample('text', { html }, name);
}

/** A newsletter with one column. */
export function sampleNewsletter(
  blocks: readonly Block[],
  { title = 'Autumn news', school = 'Oakfield Primary School', language = 'en' } = {},
) {
  const document: NewsletterDocument = { ...DEFAULT_SETTINGS, layout: 'one_column', columns: [blocks] };
  return { title, document, school: { name: school, language } };
}

/** The findings of one rule. */
export function findingsOf(
  rule: Finding['rule'],
  ...newsletter: Parameters<typeof sampleNewsletter>
): Finding[] {
  return checkNewsletter(sampleNewsletter(...newsletter)).filter((finding) => finding.rule === rule);
}

/** The block's value or the title after a finding's fix; null without a fix. */
export function fixedValue(finding: Finding | undefined): unknown {
  const fix: Fix | undefined = finding?.fix;
  if (fix === undefined) return null;
  return 'block' in fix ? fix.block.value : fix.title;
}
