import { DEFAULT_SETTINGS, type SettingName, withSettings } from '#newsletter/settings/settings.ts';
import { groupBlocks } from '#server/data/groups/block-targets.ts';
import type { StoredEdition } from '#server/features/newsletters/publishing/rebranding-repo.ts';
import type { Edition } from '#server/features/newsletters/repo.ts';
import type { VariantSource } from '#server/platform/db/schema/history.ts';

/** The sources of the mails and pages for groups. */

type Drawn = Pick<Edition, 'title' | 'layoutType' | 'shownDesign' | SettingName | 'code' | 'codeVersion'>;

/** The source of an edition; null for an edition of the first program version. */
export function sourceOf(edition: Drawn): VariantSource | null {
  const { title, layoutType, shownDesign, code, codeVersion } = edition;
  if (layoutType == null || code == null || codeVersion == null) return null;
  const settings = {
    ...withSettings<Pick<StoredEdition, SettingName>>(DEFAULT_SETTINGS, edition),
    design: shownDesign ?? null,
  };
  return { title, layoutType, ...settings, code, codeVersion };
}

/** The source of the mails for groups; null if no block is for groups. */
export function variantSource(edition: Drawn): VariantSource | null {
  const source = sourceOf(edition);
  return source !== null && groupBlocks(source).length > 0 ? source : null;
}
