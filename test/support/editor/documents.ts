import type { Block } from '#newsletter/document/document.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import type { EditorState, Saved } from '#web/features/editor/kernel/state/editor-state.ts';

/** For tests: small newsletters. */

export function headingNamed(name: string, text = name): Block<'heading'> {
  return { name, type: 'heading', value: { text } };
}

/** Two columns of headings with these names. */
export function twoColumns(left: readonly string[], right: readonly string[]): Saved {
  const columns = [left, right].map((names) => names.map((name) => headingNamed(name)));
  return {
    title: 'News',
    document: { ...DEFAULT_SETTINGS, layout: 'two_columns_center', columns },
    fresh: [],
  };
}

/** The names in each column; an empty place is a hyphen. */
export function namesIn({ document }: Pick<EditorState, 'document'>): string[][] {
  return document.columns.map((column) => column.map((block) => block?.name ?? '-'));
}

/** A block's accessible name without the number that distinguishes it from others of its type. */
export function withoutNumber(name: string | null): string {
  return (name ?? '').replace(/^(\D+?) \d+(?=: | block$)/, '$1');
}
