import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { type PartsBegun, rightAt, staysInParts } from '#newsletter/document/own-parts.ts';
import type { EditorStore } from '#web/features/editor/kernel/state/editor-store.ts';
import type { Rights } from '#web/features/editor/kernel/state/rights.ts';

/** The blocks that a contributor may write. The server checks each save; this keeps the editor from offering more. */

/** The rights of a contributor, from the parts at each moment. */
export function rightsInParts(store: EditorStore, parts: () => PartsBegun, refuse: Rights['refuse']): Rights {
  // React calls this while it renders; typing does not change the document.
  const now = () => store.drawn.getState().document;
  return {
    rightAt: (name) => rightAt(now(), parts(), name),
    mayBecome: (document) => staysIn(now(), document, parts()),
    mayRename: () => false,
    refuse,
  };
}

/** Whether a change of settings and blocks stays within these parts. */
export function staysIn(before: NewsletterDocument, after: NewsletterDocument, parts: PartsBegun): boolean {
  const { columns: _before, ...settingsBefore } = before;
  const { columns: _after, ...settingsAfter } = after;
  if (JSON.stringify(settingsBefore) !== JSON.stringify(settingsAfter)) return false;
  return staysInParts(before, after, parts, isSameBlock);
}

export function isSameBlock(one: Block, other: Block): boolean {
  return one === other || JSON.stringify(one.value) === JSON.stringify(other.value);
}
