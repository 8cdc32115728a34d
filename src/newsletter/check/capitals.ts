import type { Block } from '../document.ts';
import { casingOf } from './casing.ts';
import { type Fix, type Found, quoted, type Scope } from './finding.ts';
import { richTextOf, withRichText } from './rich-elements.ts';
import { linesIn, withWords } from './rich-lines.ts';
import { type Casing, calmed, type Replacement, replaced, shoutsIn } from './shouting.ts';

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
  const replacements = calmed(line.text, shout, casing);
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
  const line = (path: string, text: string, write: (text: string) => Block): Line => ({
    block,
    path,
    text,
    isRich: false,
    write: (replacements) => ({ block: write(replaced(text, replacements)) }),
  });
  switch (block.type) {
    case 'heading':
      return [line('text', block.value.text, (text) => ({ ...block, value: { text } }))];
    case 'footer':
      return [line('text', block.value.text, (text) => ({ ...block, value: { text } }))];
    case 'button':
      return [
        line('btnText', block.value.btnText, (btnText) => ({ ...block, value: { ...block.value, btnText } })),
      ];
    case 'download':
      return [line('name', block.value.name, (name) => ({ ...block, value: { ...block.value, name } }))];
    case 'video':
      return [line('title', block.value.title, (title) => ({ ...block, value: { ...block.value, title } }))];
    case 'event':
      return block.value.rows.flatMap((row, index) =>
        (['title', 'description'] as const).map((key) =>
          line(`rows.${index}.${key}`, row[key], (text) => ({
            ...block,
            value: { rows: block.value.rows.with(index, { ...row, [key]: text }) },
          })),
        ),
      );
    default:
      return richLines(block);
  }
}

function richLines(block: Block): Line[] {
  const nodes = richTextOf(block);
  if (nodes === null) return [];
  return linesIn(nodes).map((text, index) => ({
    block,
    path: 'html',
    text,
    isRich: true,
    write: (replacements) => ({ block: withRichText(block, withWords(nodes, index, replacements)) }),
  }));
}
