import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { isSameValue } from '#newsletter/merge/same-value.ts';
import { ALL_SETTINGS, type Setting, settingOf } from '#newsletter/settings/all-settings.ts';
import { type Saved, savableDocument } from '#web/features/editor/kernel/state/editor-state.ts';

/** The subject of a change, as windows name it to each other: a block by its name, a setting as `@title`. */
export const subjectOfSetting = (setting: Setting): string => `@${setting}`;

/** The setting that a subject names; null for a block. */
export function settingOfSubject(subject: string): Setting | null {
  return ALL_SETTINGS.find((setting) => subjectOfSetting(setting) === subject) ?? null;
}

/** The subjects that differ between two saves. */
export function writtenBetween(before: Saved, after: Saved): readonly string[] {
  const settings = ALL_SETTINGS.filter(
    (setting) => !isSameValue(settingOf(before, setting), settingOf(after, setting)),
  );
  return [...settings.map(subjectOfSetting), ...changedBlocks(before, after)];
}

function changedBlocks(before: Saved, after: Saved): readonly string[] {
  const known = new Map(blocksOf(savableDocument(before)).map((block) => [block.name, block]));
  const isSame = (block: Block, was: Block | undefined) =>
    block === was || JSON.stringify(block) === JSON.stringify(was);
  return blocksOf(savableDocument(after)).flatMap((block) =>
    isSame(block, known.get(block.name)) ? [] : [block.name],
  );
}
