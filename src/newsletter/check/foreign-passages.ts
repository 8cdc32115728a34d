import type { RichNode } from '#newsletter/rich-text/nodes.ts';
import { safeLanguage } from '#newsletter/values/dates.ts';
import { languageName } from '#newsletter/values/language-names.ts';
import { quoted, type RuleFinding, type Scope } from './finding.ts';
import { type RichField, richFieldsOf } from './rich-elements.ts';
import { linesIn } from './rich-lines.ts';
import { areForeignWords } from './well-known-words.ts';

/** Passages in another language should be marked, so that screen readers change their voice (WCAG 3.1.2). */

/**
 * Finds unmarked passages that are clearly not in the newsletter's language: in another script, or judged by their
 * small words. Only the first one of each text, because a text is often marked as a whole.
 */
export function checkForeignPassages({ blocks, school }: Scope): RuleFinding[] {
  const { language, script } = new Intl.Locale(safeLanguage(school.language)).maximize();
  // In newsletters of other scripts, Latin letters are everywhere: in names, addresses and well-known terms.
  if (script !== 'Latn') return [];
  return blocks.flatMap(richFieldsOf).flatMap(({ block, path, nodes }: RichField) => {
    const lines = linesIn(withoutMarked(nodes)).flatMap((line) => line.split('\n'));
    const [words] = lines.flatMap((line) => foreignIn(line, language) ?? []);
    if (words === undefined) return [];
    const message = `Say which language this is: ${quoted(words)}. Select it and press Language in the toolbar. Without it, screen readers read it as ${languageName(language)}.`;
    return [{ rule: 'language-missing' as const, block, path, range: { words }, message }];
  });
}

function foreignIn(line: string, language: string): string | null {
  const found = SCRIPTS.flatMap((pattern) => line.match(pattern) ?? []).find(isPassage);
  if (found !== undefined) return found;
  const words = line.trim();
  return areForeignWords(words, language) ? words : null;
}

/** The fewest words and letters of a passage: a letter or a name in another script is not one. */
const LEAST = { words: 3, letters: 10 } as const;
/** The fewest letters in scripts without spaces between words. */
const LEAST_UNSPACED = 8;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u;

function isPassage(words: string): boolean {
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  if (UNSPACED.test(words)) return letters >= LEAST_UNSPACED;
  return letters >= LEAST.letters && words.split(/[\s\p{P}]+/u).length >= LEAST.words;
}

const SCRIPTS: readonly RegExp[] = [
  ['Arabic'],
  ['Armenian'],
  ['Bengali'],
  ['Cyrillic'],
  ['Devanagari'],
  ['Ethiopic'],
  ['Georgian'],
  ['Greek'],
  ['Gujarati'],
  ['Gurmukhi'],
  ['Hangul'],
  ['Han', 'Hiragana', 'Katakana'],
  ['Hebrew'],
  ['Khmer'],
  ['Lao'],
  ['Malayalam'],
  ['Myanmar'],
  ['Sinhala'],
  ['Tamil'],
  ['Telugu'],
  ['Thai'],
].map((scripts) => {
  const letters = `[${scripts.map((script) => `\\p{sc=${script}}`).join('')}\\p{M}]+`;
  return new RegExp(`${letters}(?:[\\s\\p{P}\\p{N}]+${letters})*`, 'gu');
});

// Marked passages separate the text before and after them.
function withoutMarked(nodes: readonly RichNode[]): RichNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string' || node.tag === 'br') return node;
    return node.tag === 'span' ? { tag: 'br' } : { ...node, children: withoutMarked(node.children) };
  });
}
