import type { CSSProperties } from 'react';
import { blockOf } from './field-at.ts';

/** A field of a drawn block: the place of its words in the block's slot, in pixels, and their style. */
export interface FieldBox {
  readonly path: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly style: CSSProperties;
  /** The words drawn while the field is empty. */
  readonly invitation: string;
}

const COPIED = [
  'color',
  'direction',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'overflow-wrap',
  'text-align',
  'text-transform',
  'text-wrap',
  'word-break',
  // The style of rich text: see `richTextField` of the newsletter.
  '--heading',
  '--heading-font',
  '--heading-weight',
  '--link',
  '--lead-size',
  '--lead-line',
  '--lead-style',
  '--signature-font',
  '--signature-size',
  '--signature-line',
] as const;

/** How much scaling may round off a width, in pixels: words that fill it exactly would wrap. */
const ROUNDING = 0.1;

/** The fields that the renderer has marked in a drawn block, in reading order; `empty`: the paths of those without words. */
export function measureFields(
  slot: Element,
  root: ShadowRoot,
  empty: ReadonlySet<string>,
): readonly FieldBox[] {
  const origin = slot.getBoundingClientRect();
  // The sheet may be drawn smaller; browsers without `currentCSSZoom` measure as if it were not.
  const zoom = slot.currentCSSZoom ?? 1;
  return [...root.querySelectorAll('[data-field]')].map((field) => {
    const path = field.getAttribute('data-field') ?? '';
    const block = blockOf(field);
    const css = getComputedStyle(block);
    const rect = block.getBoundingClientRect();
    const edge = (side: 'top' | 'right' | 'bottom' | 'left') =>
      pixels(css.getPropertyValue(`padding-${side}`)) + pixels(css.getPropertyValue(`border-${side}-width`));
    return {
      path,
      left: (rect.left - origin.left) / zoom + edge('left'),
      top: (rect.top - origin.top) / zoom + edge('top'),
      width: rect.width / zoom - edge('left') - edge('right') + (zoom === 1 ? 0 : ROUNDING),
      height: rect.height / zoom - edge('top') - edge('bottom'),
      // The style of the words themselves, which may be bolder than the block around them.
      style: { ...styleOf(getComputedStyle(field)), textIndent: indentOf(field, block) / zoom },
      invitation: empty.has(path) ? field.textContent : '',
    };
  });
}

/** The width of what comes before the words in their first line, in pixels of the window. */
function indentOf(field: Element, block: Element): number {
  const before = document.createRange();
  before.setStartBefore(block.firstChild ?? field);
  before.setEndBefore(field);
  const [first] = field.getClientRects();
  if (field === block || first === undefined || before.toString().trim() === '') return 0;
  const { left, right } = block.getBoundingClientRect();
  return getComputedStyle(block).direction === 'rtl' ? right - first.right : first.left - left;
}

/** Whether two measurements are equal. */
export function isSameMeasure(one: readonly FieldBox[], other: readonly FieldBox[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function styleOf(css: CSSStyleDeclaration): CSSProperties {
  return Object.fromEntries(COPIED.map((name) => [reactName(name), css.getPropertyValue(name)]));
}

const reactName = (name: string) =>
  name.startsWith('--') ? name : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const pixels = (length: string) => Number.parseFloat(length) || 0;
