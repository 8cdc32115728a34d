import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { casingOf } from './casing.ts';
import { type Fix, type Found, quoted, type Scope } from './finding.ts';
import { type RichField, richFieldsOf } from './rich-elements.ts';
import { linesIn, withWords } from './rich-lines.ts';
import { type Casing, type Replacement, replaced, shoutsIn, withoutShouting } from './shouting.ts';

/** Texts all in capitals are hard to read, and some screen readers spell them. */

/** A text of a block, by the path of its field; `write` puts another one in its place. */
interface Line {
  readonly block: Block | null;
  readonly path: string;
  readonly text: string;
  readonly isRich: boolean;
  readonly write: (replacements: readonly Replacement[]) => { block: Block } | { title: string };
}

/** Titles, headings, buttons and sentences that are all in capitals. */
export function checkCapitals(scope: Scope): Found[] {
  const lines = [titleLine(scope.title), ...scope.blocks.flatMap(linesOf)];
  const shouts = lines.flatMap((line) => shoutsIn(line.text).map((shout) => ({ line, shout })));
  if (shouts.length === 0) return [];
  const casing = casingOf(
    scope,
    lines.map(({ text }) => text),
  );
  return shouts.map(({ line, shout }) => {
    const words = line.text.slice(shout.start, shout.end);
    const { block, path } = line;
    return {
      rule: 'capitals' as const,
      block,
      path,
      ...(line.isRich ? { spot: { words } } : {}),
      message: `${quoted(words)} is all in capitals, which is hard to read and sounds like shouting. Some screen readers spell it letter by letter.`,
      ...(casing === null ? {} : { fix: fixOf(line, shout, casing) }),
    };
  });
}

function fixOf(line: Line, shout: { start: number; end: number }, casing: Casing): Fix {
  const replacements = withoutShouting(line.text, shout, casing);
  const calm = replaced(line.text, replacements).slice(shout.start, shout.end);
  return { label: `Write ${quoted(calm)}`, ...line.write(replacements) };
}

function titleLine(title: string): Line {
  return {
    block: null,
    path: 'title',
    text: title,
    isRich: false,
    write: (replacements) => ({ title: replaced(title, replacements) }),
  };
}

function linesOf(block: Block): Line[] {
  const plain = textsOf(block).filter(({ format }) => format === 'plain');
  return [
    ...plain.map(({ path, text, replace }) => ({
      block,
      path,
      text,
      isRich: false,
      write: (replacements: readonly Replacement[]) => ({ block: replace(replaced(text, replacements)) }),
    })),
    ...richFieldsOf(block).flatMap(richLines),
  ];
}

function richLines({ block, path, nodes, write }: RichField): Line[] {
  return linesIn(nodes).map((text, index) => ({
    block,
    path,
    text,
    isRich: true,
    write: (replacements) => ({ block: write(withWords(nodes, index, replacements)) }),
  }));
}
