import { describe, expect, it } from 'vitest';
import { type Block, fromCode } from '#newsletter/document/document.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { darkRules } from '#newsletter/render/dark.ts';
import { paletteOf } from '#newsletter/values/branding.ts';
import { contrast, MIN_CONTRAST, normaliseColour } from '#newsletter/values/colour.ts';
import { attributesOf, type DomNode, parseHtml, renderWithMrml } from '#test/newsletter-engines.ts';
import { stored } from '#test/newsletter-rendering.ts';
import { OAKFIELD, ORIGIN, sampleBlocks, wideAndTinted } from '#test/newsletter-samples.ts';
import { DESIGNS, designOf } from './index.ts';

/**
 * All text of a mail is legible on its background, in light and in dark colours. The attribute `bgcolor` does not
 * count: spam filters (SpamAssassin) only read styles, and take white text on such a background for hidden text.
 */

const SCHOOLS = {
  'green and gold': OAKFIELD,
  'no colours': { ...OAKFIELD, primary_color: null, secondary_color: null },
  'pale on pale': { ...OAKFIELD, primary_color: '#ffe680', secondary_color: '#d8f0ff' },
  'black and white': { ...OAKFIELD, primary_color: '#000000', secondary_color: '#ffffff' },
  'white and black': { ...OAKFIELD, primary_color: '#ffffff', secondary_color: '#000000' },
  'red and red': { ...OAKFIELD, primary_color: '#e01020', secondary_color: '#e8404c' },
  'middle grey': { ...OAKFIELD, primary_color: '#777777', secondary_color: '#808080' },
  'navy and sky': { ...OAKFIELD, primary_color: '#14315a', secondary_color: '#4fb3e8' },
} as const;
const CASES = Object.keys(DESIGNS).flatMap((design) =>
  Object.entries(SCHOOLS).map(([name, school]) => ({ design, name, school })),
);

describe.each(['light', 'dark'] as const)('in %s colours', (scheme) => {
  it.each(CASES)('$design reads well with $name', ({ design, school }) => {
    const branding = { ...school, design, logo_aspect: 0.8 };
    const html = renderWithMrml(
      compileNewsletter({
        title: 'Autumn news',
        today: '2026-11-20',
        document: fromCode('two_columns_left', wideAndTinted([...boxes(), ...sampleBlocks()])),
        school: branding,
        target: 'mail',
        origin: ORIGIN,
        pageUrl: `${ORIGIN}/published/x`,
        unsubscribeUrl: `${ORIGIN}/unsubscribe/x`,
        calendarUrl: () => `${ORIGIN}/x.ics`,
      }),
    );
    const rules = scheme === 'dark' ? darkRules(designOf(design), paletteOf(branding)).toString() : '';
    expect(faintWords(html, rules)).toEqual([]);
  });
});

/** The designs' boxes on every background. */
function boxes(): Block[] {
  return Array.from({ length: 8 }, (_, index) =>
    stored(
      'boxed_text',
      {
        html: '<h2>A box</h2><p>Words and <a href="https://example.org">a link</a></p>',
        background: '#ffffff',
        color: '#000000',
        word_break: 'break-word',
        colours: 'design',
      },
      `box-${index}`,
    ),
  );
}

type Colours = { readonly color: string; readonly background: string };

function faintWords(html: string, rules: string): string[] {
  const document = parseHtml(html);
  const forced = new Map<DomNode, Partial<Colours>>();
  for (const [, selector = '', declarations = ''] of rules.matchAll(/([^{}]+)\{([^{}]+)\}/g))
    for (const node of document.querySelectorAll(selector.trim()))
      forced.set(node, { ...forced.get(node), ...coloursIn(declarations) });
  const faint = new Set<string>();
  const walk = (node: DomNode, inherited: Colours) => {
    if (node.nodeType === 3) {
      const words = (node.textContent ?? '').trim();
      const { color, background } = inherited;
      if (words !== '' && contrast(color, background) < MIN_CONTRAST)
        faint.add(`${words.slice(0, 40)}: ${color} on ${background}`);
    }
    if (node.nodeType !== 1) return;
    const attributes = attributesOf(node);
    const own = {
      ...inherited,
      ...coloursIn(attributes.get('style') ?? ''),
      ...forced.get(node),
    };
    for (const child of node.childNodes) walk(child, own);
  };
  walk(document.body, { color: '#000000', background: '#ffffff' });
  return [...faint];
}

function coloursIn(style: string): Partial<Colours> {
  const found: { color?: string; background?: string } = {};
  for (const declaration of style.replaceAll('!important', '').split(';')) {
    const [property = '', value = ''] = declaration.split(':').map((part) => part.trim());
    const colour = normaliseColour(value);
    if (colour !== null && property === 'color') found.color = colour;
    if (colour !== null && /^background(-color)?$/.test(property)) found.background = colour;
  }
  return found;
}
