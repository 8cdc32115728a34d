import { beforeEach, expect, it, vi } from 'vitest';
import { fromCode } from '#newsletter/document/document.ts';
import { DEFAULT_SETTINGS, SETTING_NAMES, settingsSchema } from '#newsletter/settings/settings.ts';
import { isSameContent, type Saved } from '#web/features/editor/kernel/state/editor-state.ts';
import { openUndoStorage } from '#web/features/editor/kernel/undo/undo-storage.ts';
import { settingOfSubject, writtenBetween } from '#web/features/editor/merging/written.ts';

/** Adds a setting, as test/sample-extensions/setting.test.ts does: the editor notices it, keeps it in the browser, and names it to other windows. */

vi.mock('#newsletter/settings/list.ts', async (original) => {
  const { SETTINGS } = await original<typeof import('#newsletter/settings/list.ts')>();
  const { riddleSchema: riddle } = await import('#test/sample-extensions/setting/list.ts');
  return { SETTINGS: { ...SETTINGS, riddle } };
});
vi.mock('#newsletter/settings/setting-words.ts', async (original) => {
  const { OWN_WORDS } = await original<typeof import('#newsletter/settings/setting-words.ts')>();
  const { riddleWords: riddle } = await import('#test/sample-extensions/setting/list.ts');
  return { OWN_WORDS: { ...OWN_WORDS, riddle } };
});

beforeEach(() => sessionStorage.clear());

const riddle = 'What has keys but no locks?';
const saved = (settings: object): Saved => ({
  title: 'Harvest',
  document: fromCode('one_column', [], { ...DEFAULT_SETTINGS, ...settings }),
  fresh: [],
});

it('is something to save, and written by somebody', () => {
  expect(isSameContent(saved({}), saved({ riddle }))).toBe(false);
  expect(isSameContent(saved({ riddle }), saved({ riddle }))).toBe(true);
  expect(writtenBetween(saved({}), saved({ riddle }))).toEqual(['@riddle']);
  expect(settingOfSubject('@riddle')).toBe('riddle');
});

it('is kept with the steps of undo, and null in what was stored before', () => {
  const storage = openUndoStorage('person', 'newsletter');
  const present = saved({ riddle });
  storage.write({ past: [saved({})], present, future: [], version: 1 });
  expect(storage.read(present)).toEqual({ past: [saved({})], present, future: [], version: 1 });
  expect(settingsSchema.parse({})).toEqual(Object.fromEntries(SETTING_NAMES.map((name) => [name, null])));
});
