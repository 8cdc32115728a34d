import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '#web/styles/every-screen.ts';
import type { Block } from '#newsletter/document/document.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { chooseFiles, FakeUpload } from '#test/support/editor/uploads.ts';
import { toast } from '#ui/feedback/toast.ts';

resetBeforeEach();

afterEach(() => toast.clear());

const BLOCKS: readonly Block[] = [
  { name: 'lead', type: 'heading', value: { text: 'A week of Romans' }, wide: true },
  { name: 'words', type: 'text', value: { html: '<p>Dear families,</p><p>Good news.</p>' } },
  {
    name: 'right',
    type: 'attendance',
    value: { rows: [{ id: 'a', name: 'Kestrels', percents: 98 }], background: '#ffffff' },
  },
  { name: 'order', type: 'button', value: { btnText: 'Order lunch', url: 'https://example.org' } },
  { name: 'line', type: 'divider', value: { style: 'solid' } },
  { name: 'foot', type: 'footer', value: { text: 'The office is open.' } },
];
const SIZES = [
  [1440, 900],
  [1366, 768],
  [1024, 768],
  [768, 1024],
] as const;

const element = (selector: string) => document.querySelector(selector) ?? document.createElement('i');
const rectOf = (selector: string) => element(selector).getBoundingClientRect();
const drawn = (name: string) =>
  document.querySelector(`[data-block="${name}"] > [data-drawn]`)?.shadowRoot?.querySelector('td, p');

function isApart(one: DOMRect, other: DOMRect): boolean {
  // Half a pixel is rounding.
  return (
    one.right <= other.left + 0.5 ||
    other.right <= one.left + 0.5 ||
    one.bottom <= other.top + 0.5 ||
    other.bottom <= one.top + 0.5
  );
}

async function select(name: string): Promise<void> {
  await expect.poll(() => drawn(name)).toBeTruthy();
  document.querySelector<HTMLElement>(`[data-block="${name}"] > button`)?.click();
  await expect.poll(() => document.querySelector(`[data-block="${name}"][data-selected]`)).toBeTruthy();
}

it('keeps a block in sight that grows while it is filled in', async () => {
  await page.viewport(1366, 620);
  await renderBlocks(BLOCKS.filter(({ name }) => name !== 'foot'));
  await select('right');
  const height = rectOf('[data-selected]').height;
  for (const name of ['Herons', 'Robins', 'Wrens', 'Owls']) {
    await page.getByRole('button', { name: 'Add a class' }).click();
    await userEvent.keyboard(`${name}{Tab}90`);
  }
  await expect.poll(() => rectOf('[data-selected]').height).toBeGreaterThan(height + 80);
  await expect.poll(() => rectOf('[data-selected]').bottom).toBeLessThanOrEqual(rectOf('#main').bottom);
});

it.each(SIZES)('covers nothing of the selected block at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  await renderBlocks(BLOCKS);
  for (const { name } of BLOCKS) {
    await select(name);
    await expect.element(page.getByRole('button', { name: 'Delete component' })).toBeInViewport();
    const canvas = rectOf('#main');
    const slot = rectOf('[data-selected]');
    // In sight, and in the canvas with its whole width: scrolled content is cut off at the canvas's edge.
    expect(isApart(slot, canvas), `${name} is in sight`).toBe(false);
    expect(slot.left, name).toBeGreaterThanOrEqual(canvas.left);
    expect(slot.right, name).toBeLessThanOrEqual(canvas.right);
    for (const side of [
      'aside[aria-label^="Edit"]:not([hidden])',
      'aside[aria-labelledby]',
      '[aria-label="Writing"]',
    ])
      expect(isApart(rectOf(side), canvas), `${side} is beside the canvas`).toBe(true);
    for (const part of ['[data-tag]', '[role="toolbar"][aria-label^="Actions"]']) {
      const beside = rectOf(`[data-selected] ${part}`);
      expect(beside.width, `${part} of ${name}`).toBeGreaterThanOrEqual(40);
      expect(isApart(beside, rectOf('[data-sheet]')), `${part} of ${name} is beside the sheet`).toBe(true);
      expect(beside.left, `${part} of ${name}`).toBeGreaterThanOrEqual(canvas.left);
      expect(beside.right, `${part} of ${name}`).toBeLessThanOrEqual(canvas.right);
    }
  }
});

it.each([
  [1440, 900],
  [1024, 768],
] as const)('shows messages where there is nothing else, at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  await renderBlocks(BLOCKS);
  await select('words');
  toast.success('A message that is as long as most of them are');
  toast.info('Image and text were added', { action: { label: 'Undo', run: () => undefined } });
  const message = page.getByText('Image and text were added');
  await expect.element(message).toBeVisible();
  const parts =
    '#main, [data-region], [aria-label="Preview"], [data-title], header a, section a, section button';
  // A message finds its place in the frame after the one that draws it.
  const covered = () =>
    [...document.querySelectorAll(parts)]
      .filter((part) => !isApart(rectOf('[data-toasts] [data-newest]'), part.getBoundingClientRect()))
      .map((part) => part.outerHTML.slice(0, 80));
  await expect.poll(covered).toEqual([]);
});

it.each([
  [768, 1024],
  [375, 812],
] as const)('shows messages above tools and form, and below the caret, at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const long = Array.from({ length: 40 }, (_, at) => `<p>Line ${at}</p>`).join('');
  await renderBlocks([{ name: 'long', type: 'text', value: { html: long } }]);
  await select('long');
  const words = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect.element(words).toHaveFocus();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  toast.error('Something went wrong, and it takes two lines to say what it is on a phone');
  await expect.element(page.getByText(/^Something went wrong/)).toBeVisible();
  const caret = () => document.getSelection()?.getRangeAt(0).getBoundingClientRect().bottom;
  await expect.poll(() => (caret() ?? 0) <= rectOf('[data-newest]').top).toBe(true);
  expect(isApart(rectOf('[data-newest]'), rectOf('[aria-label="Writing"]'))).toBe(true);
  if (width < 768) {
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect.element(page.getByRole('button', { name: 'Delete component' })).toBeInViewport();
  }
  const form = 'aside[aria-label^="Edit"]:not([hidden])';
  await expect.poll(() => isApart(rectOf('[data-newest]'), rectOf(form))).toBe(true);
});

it.each([
  [375, 480],
  [320, 256],
] as const)(
  'opens words with the caret in the page at %i × %i, and the form on demand',
  async (width, height) => {
    await page.viewport(width, height);
    await renderBlocks(BLOCKS);
    await page.getByRole('button', { name: 'Add a block' }).click();
    await page.getByRole('button', { name: 'Heading', exact: true }).click();
    const words = page.getByRole('textbox', { name: 'Heading 2', exact: true });
    await expect.element(words).toHaveFocus();
    await userEvent.keyboard('Trip to the farm');
    await expect.element(words).toHaveTextContent('Trip to the farm');
    await expect.element(words).toBeInViewport();
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect.element(page.getByRole('complementary', { name: 'Edit Heading 2' })).toBeVisible();
    // The sheet is the whole screen.
    await expect.element(words).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByRole('button', { name: 'Heading 2: Trip to the farm' })).toBeVisible();
  },
);

it.each([1440, 1024])('leaves each of three dividers in a row 24 pixels to press, at %i', async (width) => {
  await page.viewport(width, 900);
  const line = (name: string): Block => ({ name, type: 'divider', value: { style: 'solid' } });
  await renderBlocks(
    [BLOCKS[1], line('a'), line('b'), line('c')].filter((block) => block !== undefined),
    {
      layout: 'one_column',
    },
  );
  await select('words');
  await expect.poll(() => ['a', 'b', 'c'].every(drawn)).toBe(true);
  for (const name of ['a', 'b', 'c']) {
    const cover = element(`[data-block="${name}"] > button`);
    const { left, width: across, top, bottom } = cover.getBoundingClientRect();
    const rows = Array.from({ length: Math.floor(bottom - top) }, (_, row) => top + row + 0.5);
    const pressed = rows.filter((y) => document.elementFromPoint(left + across / 2, y) === cover);
    expect(pressed.length, name).toBeGreaterThanOrEqual(23);
  }
});

it('draws the newsletter smaller where the panel leaves less than its width', async () => {
  await page.viewport(1024, 768);
  await renderBlocks(BLOCKS);
  await select('words');
  const sheet = element('[data-sheet]');
  expect(sheet.clientWidth).toBe(600);
  expect(sheet.getBoundingClientRect().width).toBeLessThan(520);
  expect(sheet.getBoundingClientRect().width).toBeGreaterThan(480);
  expect(element('#main').scrollWidth).toBeLessThanOrEqual(element('#main').clientWidth);
});

it('never cuts off the state of saving, with wide text', async () => {
  await page.viewport(1000, 768);
  await renderBlocks(BLOCKS);
  const spacing = document.createElement('style');
  spacing.textContent = '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';
  document.head.append(spacing);
  await userEvent.click(element('[data-title]'));
  await userEvent.clear(page.getByRole('textbox', { name: 'Newsletter Title' }));
  const words = page.getByText('Title not saved yet');
  await expect.element(words).toBeVisible();
  const { scrollWidth, clientWidth } = words.element();
  spacing.remove();
  expect(scrollWidth).toBe(clientWidth);
});

it('names the tiles where they are small', async () => {
  await page.viewport(1024, 768);
  await renderBlocks(BLOCKS);
  const tile = page
    .getByRole('complementary', { name: 'Add a block' })
    .getByRole('button', { name: 'Heading', exact: true });
  expect(tile.element().getBoundingClientRect().width).toBeLessThan(80);
  await userEvent.keyboard('{F6}');
  await expect.element(tile).toHaveFocus();
  const cut = (word: Element) => word.scrollWidth - word.clientWidth;
  for (const word of document.querySelectorAll('[data-tile] > span')) {
    expect(word.getBoundingClientRect().height).toBeGreaterThan(10);
    expect(cut(word.parentElement ?? word)).toBe(0);
  }
});

it.each([
  [1440, 900],
  [1024, 768],
] as const)('drops at the line, at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  await renderBlocks(BLOCKS);
  await expect.poll(() => drawn('order')).toBeTruthy();
  const tile = page
    .getByRole('complementary', { name: 'Add a block' })
    .getByRole('button', { name: 'Divider', exact: true });
  const order = rectOf('[data-block="order"]');
  let line = new DOMRect();
  const watch = new MutationObserver(() => {
    line = document.querySelector('[data-drop-line]')?.getBoundingClientRect() ?? line;
  });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  const target = page.elementLocator(element('[data-block="order"] > button'));
  await userEvent.dragAndDrop(tile, target, { targetPosition: { x: 40, y: 6 }, steps: 6 });
  watch.disconnect();
  expect(Math.abs((line.top + line.bottom) / 2 - order.top)).toBeLessThan(2);
  expect(Math.abs(line.left - order.left)).toBeLessThan(2);
  expect(Math.abs(line.right - order.right)).toBeLessThan(2);
  const names = () =>
    Array.from(
      element('[data-block="order"]').parentElement?.children ?? [],
      (each) => each.getAttribute('data-block') ?? '',
    );
  await expect.poll(names).toEqual([expect.any(String), expect.stringMatching(/^divider/), 'order']);
});

it('leaves the page to the words on a phone that is held sideways, with all tools in reach', async () => {
  await page.viewport(844, 390);
  await renderBlocks(BLOCKS);
  await select('words');
  const words = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect.element(words).toHaveFocus();
  await expect.element(page.getByRole('complementary', { name: 'Edit Text' })).not.toBeInTheDocument();
  await expect.element(words).toBeInViewport();
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.element(page.getByRole('complementary', { name: 'Edit Text' })).toBeVisible();
});

it('leaves the page to the words on a phone', async () => {
  await page.viewport(375, 812);
  await renderBlocks(BLOCKS);
  await select('words');
  const words = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect.element(words).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await expect.element(page.getByRole('complementary', { name: 'Edit Text' })).not.toBeInTheDocument();
  expect(isApart(rectOf('[aria-label="Writing"]'), words.element().getBoundingClientRect())).toBe(true);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Layout' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  // New blocks land below the block that was left.
  await page.getByRole('button', { name: 'Add a block' }).click();
  await expect.element(page.getByRole('heading', { name: 'Add a block below Text' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add photos' })).toBeVisible();
  chooseFiles('Photos', [new File(['jpeg'], 'a.jpg', { type: 'image/jpeg' })]);
  const below = () => element('[data-block="words"]').nextElementSibling?.getAttribute('data-block');
  await expect.poll(below).toMatch(/^image/);
});

describe('on a phone', () => {
  const events: Block = {
    name: 'dates',
    type: 'event',
    value: {
      rows: [{ id: 'a', title: 'Harvest assembly', description: 'In the hall', date: '2026-12-01' }],
      order: 'date',
    },
  };
  const bar = page.getByRole('region', { name: 'Writing' });

  /** Whether a tool is fully in sight in its line. */
  const isInLine = (tool: Element) => {
    const line = tool.closest('[data-hidden]')?.getBoundingClientRect();
    const { left, right } = tool.getBoundingClientRect();
    return line !== undefined && left >= line.left - 1 && right <= line.right + 1;
  };

  it('shows that there are more tools for writing, and leads to them', async () => {
    await page.viewport(375, 812);
    await renderBlocks(BLOCKS);
    await select('words');
    await expect.element(bar.getByRole('button', { name: 'Bold' })).toBeInViewport({ ratio: 1 });
    const link = bar.getByRole('button', { name: 'Link', exact: true });
    const more = bar.getByRole('button', { name: 'More tools' });
    // No tool is passed over.
    for (const tool of [
      bar.getByRole('button', { name: 'Normal' }),
      bar.getByRole('button', { name: 'Bulleted list' }),
      link,
    ])
      await expect
        .poll(async () => {
          if (!isInLine(tool.element())) await more.click();
          return isInLine(tool.element());
        })
        .toBe(true);
    await expect.element(link).toBeInViewport({ ratio: 1 });
    await link.click({ trial: true });
    await expect
      .poll(() => {
        const rest = more.query();
        if (rest instanceof HTMLElement) rest.click();
        return rest;
      })
      .toBe(null);
    await bar.getByRole('button', { name: 'First tools' }).click();
    await bar.getByRole('button', { name: 'Bold' }).click();
    await expect.element(bar.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveFocus();
  });

  it('has the tools of a block below its title, and the whole name in its form', async () => {
    await page.viewport(375, 812);
    await renderBlocks([events, { ...events, name: 'more' }]);
    const title = () => drawn('dates')?.getRootNode();
    await expect.poll(title).toBeTruthy();
    const root = title();
    const words = root instanceof ShadowRoot ? root.querySelector('[data-field$="title"]') : null;
    const { left = 0, top = 0 } = words?.getBoundingClientRect() ?? {};
    const cover = page.elementLocator(element('[data-block="dates"] > button[aria-pressed]'));
    const slot = rectOf('[data-block="dates"] > button[aria-pressed]');
    await cover.click({ position: { x: left - slot.left + 4, y: top - slot.top + 4 } });
    await expect.element(page.getByRole('textbox', { name: 'Event title' })).toHaveFocus();
    const tools = bar.getByRole('toolbar', { name: 'Actions for Event 1' });
    await expect.element(tools.getByRole('button', { name: 'Move down' })).toBeInViewport({ ratio: 1 });
    await bar.getByRole('button', { name: 'Settings' }).click();
    const name = page.getByRole('heading', { name: 'Event 1', exact: true });
    await expect.element(name).toBeVisible();
    expect(name.element().scrollWidth).toBe(name.element().clientWidth);
    await expect.element(page.getByRole('button', { name: 'Duplicate' })).toBeInViewport({ ratio: 1 });
  });

  it('offers photos first where blocks are added', async () => {
    await page.viewport(375, 812);
    vi.stubGlobal('XMLHttpRequest', FakeUpload);
    await renderBlocks(BLOCKS);
    await page.getByRole('button', { name: 'Add a block' }).click();
    const sheet = page.getByRole('complementary', { name: 'Add a block' });
    await expect.element(sheet.getByRole('button', { name: 'Add photos' })).toBeInViewport({ ratio: 1 });
    chooseFiles(
      'Photos',
      [1, 2].map((at) => new File(['x'], `${at}.jpg`, { type: 'image/jpeg' })),
    );
    await expect.element(page.getByText('2 photos added')).toBeVisible();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(page.getByRole('main').getByRole('button', { name: /^Image group/ })).toBeVisible();
  });

  it('has one row above the newsletter, and tools with words that a finger hits', async () => {
    await page.viewport(375, 812);
    await renderBlocks([events, ...BLOCKS]);
    expect(rectOf('section[aria-label="Newsletter"] > div').height).toBeLessThanOrEqual(56);
    await expect.element(page.getByText(/^Saved \d\d/)).toBeVisible();
    const tools = page.getByRole('region', { name: 'Tools' });
    const words = () => [...tools.element().querySelectorAll('button')].map((each) => each.innerText);
    await expect.poll(words).toEqual(['Add', 'Check', 'Design', 'Discard', 'Save draft', 'More']);
    const low = () =>
      [...document.querySelectorAll('section button, section a, aside:not([hidden]) button')]
        .filter((each) => each.checkVisibility() && each.closest('nav, main') === null)
        .filter((each) => {
          const { width, height } = each.getBoundingClientRect();
          return Math.min(width, height) < 44;
        })
        .map((each) => each.outerHTML);
    expect(low()).toEqual([]);
    await select('dates');
    expect(low()).toEqual([]);
    await select('words');
    await page.getByRole('button', { name: 'Add a block' }).click();
    await expect.element(page.getByRole('heading', { name: 'Add a block below Text' })).toBeVisible();
    expect(low()).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveFocus();
  });
});
