import { type Part, partResource } from '#contract/parts/parts.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { partLabel } from '#newsletter/document/parts.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { PartInDraft } from '#server/data/parts.ts';
import { resourceOf } from '#server/platform/columns.ts';

/** A part as the API returns it, with its block's current label. */
export function presentPart(
  { part, draft }: PartInDraft,
  nameOf: (id: string | null) => string | null,
  changed: Part['attributes']['changed'] = null,
): Part {
  const label = labelIn(draft, part.block);
  return resourceOf(partResource, part, {
    newsletter_title: draft.title,
    label: label ?? part.label,
    is_gone: label === null,
    person_name: nameOf(part.personId) ?? '',
    changed,
  });
}

/** The label of a part's block in a draft; null if the block is not there. */
export function labelIn(
  { layoutType, code, codeVersion }: Omit<PartInDraft['draft'], 'title'>,
  block: string,
): string | null {
  return partLabel(fromCode(layoutType, storedBlocks(code, codeVersion)), block);
}
