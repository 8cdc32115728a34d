import type { Block } from '#newsletter/document/document.ts';
import { type ColoursOf, coloursOf } from '#newsletter/document/traits.ts';
import { contrast, MIN_CONTRAST, normaliseColour, readableOn } from '#newsletter/values/colour.ts';
import type { RuleFinding, Scope } from './finding.ts';

/**
 * Checks the contrast of text. Only freely chosen colours can fail: school colours and attendance texts are adjusted
 * when rendered (branding.ts).
 */
export function checkColours({ blocks }: Scope): RuleFinding[] {
  return blocks.flatMap((block) => coloursOf(block).flatMap((colours) => checkContrast(block, colours)));
}

function checkContrast(block: Block, { path, place, recolour, ...colours }: ColoursOf): RuleFinding[] {
  const text = normaliseColour(colours.color);
  const background = normaliseColour(colours.background);
  if (text === null || background === null) return [];
  const ratio = contrast(text, background);
  if (ratio >= MIN_CONTRAST) return [];
  const color = readableOn(text, background);
  const direction = contrast('#000000', color) < contrast('#000000', text) ? 'darker' : 'lighter';
  // Rounded down, so that a failing ratio never looks sufficient.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  return [
    {
      rule: 'contrast',
      block,
      path,
      message: `The words in ${place} are hard to read on its background: their contrast is ${shown}, and ${MIN_CONTRAST} is needed.`,
      fix: { label: `Make the words ${direction}`, block: recolour(color) },
    },
  ];
}
