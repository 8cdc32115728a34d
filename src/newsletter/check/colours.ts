import { contrast, normaliseColour, READABLE, readableOn } from '../colour.ts';
import type { Found, Scope } from './finding.ts';

/**
 * Words stand out from what lies behind them. Only boxed text can go wrong: its two colours are free. A school's
 * colours and the words on an attendance's background are made readable where they are drawn (branding.ts).
 */
export function checkColours({ blocks }: Scope): Found[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'boxed_text') return [];
    const text = normaliseColour(block.value.color);
    const background = normaliseColour(block.value.background);
    if (text === null || background === null) return [];
    const ratio = contrast(text, background);
    if (ratio >= READABLE) return [];
    const color = readableOn(text, background);
    const way = contrast('#000000', color) < contrast('#000000', text) ? 'darker' : 'lighter';
    // Rounded down, so that what fails never looks as if it passed.
    const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
    return [
      {
        rule: 'contrast',
        block,
        path: 'color',
        message: `The words in this box are hard to read on its background: their contrast is ${shown}, and ${READABLE} is needed.`,
        fix: { label: `Make the words ${way}`, block: { ...block, value: { ...block.value, color } } },
      },
    ];
  });
}
