import { onlyWords } from '#contract/groups/audience.ts';
import type { GroupResource } from '#contract/groups/groups.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import type { AudienceMarks } from '#newsletter/render/audience-marks.ts';
import { usedNames } from '#web/features/editor/kernel/facts/block-groups.ts';

/** The groups that see each block for groups, for a newsletter that shows all blocks. */
export function marksOf(document: NewsletterDocument, groups: readonly GroupResource[]): AudienceMarks {
  return new Map(
    blocksOf(document).flatMap(({ name, audience }) =>
      audience === undefined ? [] : [[name, onlyWords(usedNames(groups, audience))] as const],
    ),
  );
}
