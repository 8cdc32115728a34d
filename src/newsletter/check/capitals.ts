import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { casingOf } from './casing.ts';
import { type Fix, quoted, type RuleFinding, type Scope } from './finding.ts';
import { type RichField, richFieldsOf } from './rich-elements.ts';
import { linesIn, replaceInLine } from './rich-lines.ts';
import {
  applyReplacements,
  type Casing,
  findShouting,
  type Replacement,
  toSentenceCase,
} from './shouting.ts';

/** Text in capitals is hard to read, and some screen readers spell it out. */

/** A line of text in a field. `write` returns the block or title with the replacements applied. */
interface Line {
  readonly block: Block | null;
  readonly path: string;
  readonly text: string;
  readonly isRich: boolean;
  readonly write: (replacements: readonly Replacement[]) => { block: Block } | { title: string };
}

/** Finds titles, headings, buttons and sentences in capitals. */
export function checkCapitals(scope: Scope): RuleFinding[] {
  const lines = [titleLine(scope.title), ...scope.blocks.flatMap(linesOf)];
  const shouts = lines.flatMap((line) => findShouting(line.text).map((shout) => ({ line, shout })));
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
      ...(line.isRich ? { range: { words } } : {}),
      message: `${quoted(words)} is all in capitals, which is hard to read and sounds like shouting. Some screen readers spell it letter by letter.`,
      ...(casing === null ? {} : { fix: fixOf(line, shout, casing) }),
    };
  });
}

function fixOf(line: Line, shout: { start: number; end: number }, casing: Casing): Fix {
  const replacements = toSentenceCase(line.text, shout, casing);
  const fixed = applyReplacements(line.text, replacements).slice(shout.start, shout.end);
  return { label: `Write ${quoted(fixed)}`, ...line.write(replacements) };
}

function titleLine(title: string): Line {
  return {
    block: null,
    path: 'title',
    text: title,
    isRich: false,
    write: (replacements) => ({ title: applyReplacements(title, replacements) }),
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
      write: (replacements: readonly Replacement[]) => ({
        block: replace(applyReplacements(text, replacements)),
      }),
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
    write: (replacements) => ({ block: write(replaceInLine(nodes, index, replacements)) }),
  }));
}
