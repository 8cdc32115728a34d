import { groupsIn } from '#newsletter/document/audience.ts';
import { type Block, isEmptySpace } from '#newsletter/document/document.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { Edition } from '#server/features/newsletters/repo.ts';
import type { VariantSource } from '#server/platform/db/schema/history.ts';

/** Which blocks of an edition are for groups. */

type Stored = Pick<VariantSource, 'code' | 'codeVersion'>;

/** The blocks that are for groups. */
export function groupBlocks({ code, codeVersion }: Stored): readonly Block[] {
  return storedBlocks(code, codeVersion).flatMap((block) =>
    isEmptySpace(block) || block.audience === undefined ? [] : [block],
  );
}

/** The ids of the groups that blocks are for, in order. */
export function targetsOf(stored: Stored): readonly string[] {
  return groupsIn(groupBlocks(stored));
}

type Drawn = Pick<
  Edition,
  'title' | 'layoutType' | 'shownDesign' | 'colours' | 'issueDate' | 'code' | 'codeVersion'
>;

/** What an edition is drawn from; null for one of the first program version. */
export function sourceOf(edition: Drawn): VariantSource | null {
  const { title, layoutType, shownDesign, colours = null, issueDate = null, code, codeVersion } = edition;
  if (layoutType == null || code == null || codeVersion == null) return null;
  return { title, layoutType, design: shownDesign ?? null, colours, issueDate, code, codeVersion };
}

/** What the mails for groups are drawn from; null if no block is for groups. */
export function variantSource(edition: Drawn): VariantSource | null {
  const source = sourceOf(edition);
  return source !== null && groupBlocks(source).length > 0 ? source : null;
}
