import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DESIGN_IDS, type DesignId } from '#newsletter/designs/index.ts';
import type { Tint } from '#newsletter/document/block.ts';
import { type Block, fromCode } from '#newsletter/document/document.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { renderBlocks, resetBeforeEach, testSchool } from '#test/support/editor/editor.tsx';
import { createRenderer } from '#web/newsletter-ui/renderer/renderer.ts';
import { shadowOf, showFragment } from '#web/newsletter-ui/renderer/shadow-slot.ts';

/** The canvas draws block by block what the compiler draws at once: both must look the same. */

resetBeforeEach();

const LAYOUT = 'two_columns_left';

type Across = { readonly wide?: true; readonly tint?: Tint };
const heading = (text: string, across: Across = {}): Block => ({
  name: text,
  type: 'heading',
  value: { text },
  ...across,
});
const text = (words: string, across: Across = {}): Block => ({
  name: words,
  type: 'text',
  value: { html: `<p>${`${words} `.repeat(12).trim()}</p>` },
  ...across,
});
const button = (label: string, across: Across = {}): Block => ({
  name: label,
  type: 'button',
  value: { btnText: label, url: 'https://school.example/' },
  ...across,
});

/** Wide blocks between uneven columns, with and without tints. Left and right in turn, as stored. */
const CODE: readonly Block[] = [
  heading('Lead', { wide: true }),
  text('Opening', { wide: true }),
  heading('Left one'),
  heading('Right one'),
  text('Left two'),
  button('Right two'),
  heading('Tinted', { wide: true, tint: 'soft' }),
  text('Soft left', { tint: 'bold' }),
  heading('Soft right', { tint: 'bold' }),
  heading('Across', { wide: true }),
  text('Again', { wide: true }),
  heading('Last left'),
  text('Last right'),
  text('Very last left'),
  // Below the last columns the canvas offers places.
  heading('End', { wide: true }),
];

/** The page in a box beside the editor, as wide as a newsletter. */
async function drawPage(design: DesignId, code: readonly Block[], width: number): Promise<HTMLElement> {
  const renderer = createRenderer();
  const box = document.createElement('div');
  box.style.cssText = `position:fixed;top:0;left:0;width:${width}px;container-type:inline-size;visibility:hidden`;
  const host = document.createElement('div');
  box.append(host);
  document.body.append(box);
  onTestFinished(() => {
    renderer.dispose();
    box.remove();
  });
  const html = await renderer.render(
    'page',
    compileNewsletter({
      title: 'News',
      document: fromCode(LAYOUT, code, { design, colours: null, issueDate: null }),
      school: testSchool,
      target: 'page',
      origin: window.location.origin,
      today: dayIn(testSchool.time_zone, new Date()),
    }),
  );
  showFragment(shadowOf(host), fragmentOf(html ?? ''));
  return box;
}

/** The place of each piece of text below an element, relative to it, in pixels. Shadow roots are open. */
function places(inside: Element): ReadonlyMap<string, readonly number[]> {
  const origin = inside.getBoundingClientRect();
  const found = new Map<string, readonly number[]>();
  for (const { shadowRoot } of inside.querySelectorAll('*')) {
    if (shadowRoot === null) continue;
    const walker = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const words = walker.currentNode.nodeValue?.trim() ?? '';
      if (words === '' || walker.currentNode.parentElement?.localName === 'style') continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const { left, top, width, height } = range.getBoundingClientRect();
      found.set(words, [left - origin.left, top - origin.top, width, height]);
    }
  }
  return found;
}

/** Broadsheet's lines on the page and on the canvas: the top of each between sections, the left edge and colour of each column's. */
function pageRules(box: HTMLElement) {
  const root = box.firstElementChild?.shadowRoot;
  const found = (selector: string) => [...(root?.querySelectorAll(selector) ?? [])];
  return {
    between: found('.ink-between .d-rule p').map((rule) => rule.getBoundingClientRect().top),
    beside: found('.ink-side > table').map((column) => edgeOf(column, box)),
  };
}

function canvasRules(drawn: Element) {
  const found = (selector: string) => [...drawn.querySelectorAll(selector)];
  const { top } = drawn.getBoundingClientRect();
  return {
    between: found('[data-ruled]').map(
      (section) =>
        section.getBoundingClientRect().top -
        top +
        Number.parseFloat(getComputedStyle(section, '::before').top),
    ),
    beside: found('[data-column="1"]')
      .filter((column) => getComputedStyle(column).borderLeftWidth !== '0px')
      .map((column) => edgeOf(column, drawn)),
  };
}

function edgeOf(column: Element, inside: Element) {
  const { borderLeftWidth, borderLeftColor } = getComputedStyle(column);
  const left = column.getBoundingClientRect().left - inside.getBoundingClientRect().left;
  return [Math.round(left / 2), borderLeftWidth, borderLeftColor];
}

const sheet = () => document.querySelector('main [data-view]');

// Stacked, a shorter column keeps a place to drop a block at its end.
const EVEN = CODE.filter(({ name }) => name !== 'Very last left');
const SCREENS = DESIGN_IDS.flatMap((design) => [
  { design, screen: 1440, width: 600, code: CODE },
  { design, screen: 375, width: 351, code: EVEN },
]);

it.each(SCREENS)('draws $design at $width px as the page has it', async ({ design, screen, width, code }) => {
  await page.viewport(screen, 4000);
  await renderBlocks(code, { design, layout: LAYOUT });
  const box = await drawPage(design, code, width);
  const wanted = places(box);
  expect(wanted.size).toBeGreaterThan(code.length);
  await expect
    .poll(() => [...places(sheet() ?? box).keys()].toSorted())
    .toEqual([...wanted.keys()].toSorted());
  expect(sheet()?.getBoundingClientRect().width).toBe(width);
  const drawn = places(sheet() ?? box);
  const isOff = ([words, place]: readonly [string, readonly number[]]) =>
    !place.every((value, index) => Math.abs(value - (drawn.get(words)?.[index] ?? Infinity)) <= 1);
  const off = [...wanted].filter(isOff);
  expect(off.map(([words]) => [words, drawn.get(words)])).toEqual(off);
});

it('draws the lines of Broadsheet between sections and columns as the page has them', async () => {
  await page.viewport(1440, 4000);
  await renderBlocks(CODE, { design: 'broadsheet', layout: LAYOUT });
  const wanted = pageRules(await drawPage('broadsheet', CODE, 600));
  expect(wanted.between).toHaveLength(3);
  expect(wanted.beside).toHaveLength(3);
  await expect.poll(() => places(sheet() ?? document.body).size).toBeGreaterThan(CODE.length);
  const drawn = canvasRules(sheet() ?? document.body);
  expect(drawn.beside).toEqual(wanted.beside);
  expect(drawn.between.map((top, index) => Math.abs(top - (wanted.between[index] ?? Infinity)) <= 1)).toEqual(
    [true, true, true],
  );
});

it('keeps room for blocks that are not drawn yet', async () => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {}
      terminate() {}
    },
  );
  await renderBlocks([text('First'), text('Second')]);
  await expect.element(page.getByRole('button', { name: 'Text 2 block' })).toBeVisible();
  const heights = [...document.querySelectorAll('[data-kind=block]')].map(
    (slot) => slot.getBoundingClientRect().height,
  );
  expect(heights.map((height) => height > 60)).toEqual([true, true]);
});
