import type { Setting } from '#newsletter/changes/changes.ts';
import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { type Saved, savableDocument } from '#web/features/editor/kernel/state/editor-state.ts';

/** What somebody writes, as windows tell each other: a block by its name, a setting as `@title`. */
export const subjectOfSetting = (setting: Setting): string => `@${setting}`;

/** The setting that a subject is; null for a block. */
export function settingOfSubject(subject: string): Setting | null {
  return SETTINGS.find((setting) => subjectOfSetting(setting) === subject) ?? null;
}

/** In the middle of a sentence. */
export const SETTING_WORDS = {
  title: 'title',
  layout: 'layout',
  design: 'design',
  colours: 'colours',
  issueDate: 'date of the issue',
} as const satisfies Record<Setting, string>;

const SETTINGS = ['title', 'layout', 'design', 'colours', 'issueDate'] as const satisfies readonly Setting[];

/** What differs between two saves. */
export function writtenBetween(before: Saved, after: Saved): readonly string[] {
  const settings = SETTINGS.filter((setting) => settingOf(before, setting) !== settingOf(after, setting));
  return [...settings.map(subjectOfSetting), ...changedBlocks(before, after)];
}

function settingOf({ title, document }: Saved, setting: Setting): string | null {
  if (setting === 'title') return title;
  const value = document[setting];
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

function changedBlocks(before: Saved, after: Saved): readonly string[] {
  const known = new Map(blocksOf(savableDocument(before)).map((block) => [block.name, block]));
  const isSame = (block: Block, was: Block | undefined) =>
    block === was || JSON.stringify(block) === JSON.stringify(was);
  return blocksOf(savableDocument(after)).flatMap((block) =>
    isSame(block, known.get(block.name)) ? [] : [block.name],
  );
}
