import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { toast } from '#ui/feedback/toast.ts';
import { renderBlocks, resetBeforeEach } from './test-editor.tsx';
import { addFiles, FakeUpload } from './test-upload.ts';

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

it.each(SIZES)('covers nothing of the selected block at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  await renderBlocks(BLOCKS);
  for (const { name } of BLOCKS) {
    await select(name);
    await expect.element(page.getByRole('button', { name: 'Delete component' })).toBeInViewport();
    const canvas = rectOf('#main');
    const slot = rectOf('[data-selected]');
    // In sight, and in the canvas with its whole width: what scrolls is cut off at the canvas's edge.
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
  const shown = rectOf('[data-toasts] [data-newest]');
  const parts =
    '#main, [data-region], [aria-label="Preview"], [data-title], header a, section a, section button';
  for (const part of document.querySelectorAll(parts))
    expect(isApart(shown, part.getBoundingClientRect()), part.outerHTML.slice(0, 80)).toBe(true);
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

it('names the tiles that are icons alone', async () => {
  await page.viewport(1024, 768);
  await renderBlocks(BLOCKS);
  const tile = page
    .getByRole('complementary', { name: 'Add a block' })
    .getByRole('button', { name: 'Heading', exact: true });
  expect(tile.element().getBoundingClientRect().width).toBeLessThan(60);
  await userEvent.keyboard('{F6}');
  await expect.element(tile).toHaveFocus();
  await expect.poll(() => element('.mantine-Tooltip-tooltip').textContent).toBe('Heading');
  expect(element('.mantine-Tooltip-tooltip').checkVisibility()).toBe(true);
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

it('leaves the page to the words on a phone', async () => {
  await page.viewport(375, 812);
  await renderBlocks(BLOCKS);
  await select('words');
  const words = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect.element(words).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await expect.element(page.getByRole('complementary', { name: 'Edit Text' })).not.toBeInTheDocument();
  expect(isApart(rectOf('[aria-label="Writing"]'), words.element().getBoundingClientRect())).toBe(true);
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Layout' })).toBeVisible();
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

  it('shows that there are more tools for writing, and leads to them', async () => {
    await page.viewport(375, 812);
    await renderBlocks(BLOCKS);
    await select('words');
    await expect.element(bar.getByRole('button', { name: 'Bold' })).toBeInViewport({ ratio: 1 });
    const link = bar.getByRole('button', { name: 'Link', exact: true });
    await bar.getByRole('button', { name: 'More tools' }).click();
    await expect.element(link).toBeInViewport({ ratio: 1 });
    await link.click({ trial: true });
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
    addFiles(
      'Photos',
      [1, 2].map((at) => new File(['x'], `${at}.jpg`, { type: 'image/jpeg' })),
    );
    await expect.element(page.getByText('2 photos added')).toBeVisible();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(page.getByRole('main').getByRole('button', { name: /^Image group/ })).toBeVisible();
  });
});
