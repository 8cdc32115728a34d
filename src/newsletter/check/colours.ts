import type { Block } from '#newsletter/document/document.ts';
import { type ColoursOf, coloursOf } from '#newsletter/document/traits.ts';
import { contrast, normaliseColour, READABLE, readableOn } from '#newsletter/values/colour.ts';
import type { Found, Scope } from './finding.ts';

/**
 * Words stand out from what lies behind them. Only free colours can go wrong. A school's colours and the words on an
 * attendance's background are made readable where they are drawn (branding.ts).
 */
export function checkColours({ blocks }: Scope): Found[] {
  return blocks.flatMap((block) => coloursOf(block).flatMap((colours) => checkContrast(block, colours)));
}

function checkContrast(block: Block, { path, place, recolour, ...colours }: ColoursOf): Found[] {
  const text = normaliseColour(colours.color);
  const background = normaliseColour(colours.background);
  if (text === null || background === null) return [];
  const ratio = contrast(text, background);
  if (ratio >= READABLE) return [];
  const color = readableOn(text, background);
  const direction = contrast('#000000', color) < contrast('#000000', text) ? 'darker' : 'lighter';
  // Rounded down, so that what fails never looks as if it passed.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  return [
    {
      rule: 'contrast',
      block,
      path,
      message: `The words in ${place} are hard to read on its background: their contrast is ${shown}, and ${READABLE} is needed.`,
      fix: { label: `Make the words ${direction}`, block: recolour(color) },
    },
  ];
}
