import { isHeading } from '#newsletter/document/traits.ts';
import { type BoldLine, boldLinesOf, withoutBold } from './bold-lines.ts';
import { quoted, type RuleFinding, type Scope } from './finding.ts';
import { elementsOf, type RichField, replaceElement, richFieldsOf } from './rich-elements.ts';

/** Screen reader users navigate by headings: none may be empty, skip a level or only look like one. */

// Levels on the page: the title is 1, a heading block 2, and headings in text are one lower than their tag.
const LEVELS = { h1: 2, h2: 3, h3: 4 } as const;
type Tag = keyof typeof LEVELS;
const NAMES = { h1: 'large', h2: 'medium', h3: 'small' } as const;
const HEADINGS = ['h1', 'h2', 'h3'] as const;

/** Finds headings that are empty or skip a level, and bold lines in place of headings. */
export function checkHeadings({ blocks }: Scope): RuleFinding[] {
  let level = 1;
  return blocks.flatMap((block) => {
    if (isHeading(block)) level = 2;
    return richFieldsOf(block).flatMap((field) => {
      const before = level;
      const found = elementsOf(field.nodes, HEADINGS).flatMap((heading): RuleFinding[] => {
        if (heading.words.trim() === '') return [emptyHeading(field, heading)];
        const above = level;
        level = LEVELS[heading.tag];
        return level > above + 1 ? skippedLevel(field, heading, above) : [];
      });
      return [...found, ...boldLinesOf(field.nodes).map((line) => boldLine(field, line, before))];
    });
  });
}

type Heading = ReturnType<typeof elementsOf<Tag>>[number];

function emptyHeading(
  { block, path, nodes, write }: RichField,
  { tag, index, element }: Heading,
): RuleFinding {
  const fix = { label: 'Remove it', block: write(replaceElement(nodes, element, [])) };
  return { rule: 'heading-empty', block, path, range: { tag, index }, message: EMPTY, fix };
}

function skippedLevel(
  { block, path, nodes, write }: RichField,
  { tag, index, element, words }: Heading,
  above: number,
): RuleFinding[] {
  const better = HEADINGS[above - 1];
  if (better === undefined) return [];
  return [
    {
      rule: 'heading-order',
      block,
      path,
      range: { tag, index },
      message: skipped(words, tag, better, above === 1),
      fix: {
        label: `Make it a ${NAMES[better]} heading`,
        block: write(replaceElement(nodes, element, [{ ...element, tag: better }])),
      },
    },
  ];
}

function boldLine(
  { block, path, nodes, write }: RichField,
  { element, words, heading }: BoldLine,
  above: number,
): RuleFinding {
  // The same level as the other headings of the text, otherwise one below the heading above.
  const tag = heading ?? HEADINGS[Math.min(above, HEADINGS.length) - 1] ?? 'h3';
  return {
    rule: 'heading-bold',
    block,
    path,
    range: { words },
    message: `${quoted(words)} looks like a heading, but is only bold. People who jump from heading to heading do not find it.`,
    fix: {
      label: 'Make it a heading',
      block: write(replaceElement(nodes, element, [{ tag, children: withoutBold(element.children) }])),
    },
  };
}

const EMPTY = 'There is an empty heading in this text. It cannot be seen, but it is read out.';

function skipped(words: string, tag: Tag, better: Tag, isFirst: boolean): string {
  const where = isFirst
    ? 'the first one below the title'
    : 'but the heading above it is more than one size larger';
  return `${quoted(words)} is a ${NAMES[tag]} heading, ${where}. People who jump from heading to heading think that they have missed something: make it a ${NAMES[better]} one.`;
}
