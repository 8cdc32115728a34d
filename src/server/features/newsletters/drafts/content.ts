import type { z } from 'zod';
import type { updateNewsletterForm } from '#contract/newsletters.ts';
import {
  fromCode,
  isEmptySpace,
  type LayoutType,
  type StoredBlock,
  toCode,
} from '#newsletter/document/document.ts';
import { FOREIGN_PICTURE_MESSAGE, foreignPicturesIn } from '#newsletter/document/foreign-pictures.ts';
import { inheritedText, withInheritedText } from '#newsletter/document/inherited-text.ts';
import { cleanLines } from '#newsletter/document/lines.ts';
import { emptied } from '#newsletter/document/traits.ts';
import { CODE_VERSION, upgradeCode } from '#newsletter/document/upgrade.ts';
import {
  type NewsletterSettings,
  settingsIn,
  settingsOf,
  withSettings,
} from '#newsletter/settings/settings.ts';
import type { AppContext } from '#server/context.ts';
import type { Draft, Unrendered } from '#server/features/newsletters/repo.ts';
import { columnsOf } from '#server/platform/columns.ts';
import { withoutSignatures, withPaths } from '#server/platform/files/own-addresses.ts';
import { invalid } from '#server/platform/http/errors.ts';

/** The part of a draft that a save can change. */
export type DraftContent = NewsletterSettings & {
  readonly title: string;
  readonly layoutType: LayoutType;
  readonly code: readonly StoredBlock[];
  readonly footerContent: string;
};

/** The stored content with the form's changes. Throws 400 for a picture on another host. */
export function merge(
  context: AppContext,
  stored: Unrendered,
  form: z.output<typeof updateNewsletterForm>,
): DraftContent {
  const layoutType = form.layout_type ?? stored.layoutType;
  const code = normalise(context, layoutType, form.code ?? upgradeCode(stored.code, stored.codeVersion));
  const text = form.footerContent === undefined ? undefined : cleanLines(form.footerContent);
  const withText = text === undefined ? code : withInheritedText(code, text);
  const footerContent = inheritedText(withText) ?? text ?? stored.footerContent;
  return {
    title: form.title ?? stored.title,
    layoutType,
    ...settingsOf(withSettings(settingsIn(stored), columnsOf(form))),
    code: withText,
    footerContent,
  };
}

/**
 * Blocks in their stored form: own files as paths, blocks that fill themselves empty, no empty space at the end of a column. Throws 400 for
 * a picture on another host.
 */
export function normalise(
  context: AppContext,
  layout: LayoutType,
  code: readonly StoredBlock[],
): readonly StoredBlock[] {
  const own = withPaths(code, context.config.publicUrl);
  const errors = foreignPicturesIn(own).map((path) => [`code.${path}`, FOREIGN_PICTURE_MESSAGE]);
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
  const empty = own.map((block) => (isEmptySpace(block) ? block : emptied(block)));
  return toCode(fromCode(layout, empty));
}

/** Removes signatures of addresses from the other texts, too: one may have been pasted there, and readers see these texts. */
export function withoutSecrets(content: DraftContent): DraftContent & Pick<Draft, 'codeVersion'> {
  return {
    ...content,
    codeVersion: CODE_VERSION,
    title: withoutSignatures(content.title),
    footerContent: withoutSignatures(content.footerContent),
  };
}
