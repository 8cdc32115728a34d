import { type Found, quoted, type Scope } from './finding.ts';
import { elementsOf, replaceElement, richTextOf, withRichText } from './rich-elements.ts';

/** Headings lead through a newsletter: none is empty, none skips a level. Not bound to a language. */

// As the page has them: the title is level 1, a heading block 2, headings in text one below what they are called.
const LEVELS = { h1: 2, h2: 3, h3: 4 } as const;
type Tag = keyof typeof LEVELS;
const NAMES = { h1: 'large', h2: 'medium', h3: 'small' } as const;
const HEADINGS = ['h1', 'h2', 'h3'] as const;

/** Headings that are empty or too deep for where they stand. */
export function checkHeadings({ blocks }: Scope): Found[] {
  let level = 1;
  return blocks.flatMap((block) => {
    if (block.type === 'heading') level = 2;
    const nodes = richTextOf(block);
    if (nodes === null) return [];
    return elementsOf(nodes, HEADINGS).flatMap(({ tag, element, index, words }): Found[] => {
      const place = { block, path: 'html', spot: { tag, index } };
      if (words.trim() === '') {
        const fixed = withRichText(block, replaceElement(nodes, element, []));
        return [
          { ...place, rule: 'heading-empty', message: EMPTY, fix: { label: 'Remove it', block: fixed } },
        ];
      }
      const above = level;
      level = LEVELS[tag];
      const better = level > above + 1 ? HEADINGS[above - 1] : undefined;
      if (better === undefined) return [];
      const fixed = withRichText(block, replaceElement(nodes, element, [{ ...element, tag: better }]));
      return [
        {
          ...place,
          rule: 'heading-order',
          message: skipped(words, tag, better, above === 1),
          fix: { label: `Make it a ${NAMES[better]} heading`, block: fixed },
        },
      ];
    });
  });
}

const EMPTY = 'There is an empty heading in this text. It cannot be seen, but it is read out.';

function skipped(words: string, tag: Tag, better: Tag, isFirst: boolean): string {
  const where = isFirst
    ? 'the first one below the title'
    : 'but the heading above it is more than one size larger';
  return `${quoted(words)} is a ${NAMES[tag]} heading, ${where}. People who jump from heading to heading think that they have missed something: make it a ${NAMES[better]} one.`;
}
