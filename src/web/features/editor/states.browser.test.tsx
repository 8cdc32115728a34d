import axe from 'axe-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Block, blockSchema, isEmptySpace } from '#newsletter/document/document.ts';
import { serveStates } from '#test/support/editor/states.ts';
import '#web/styles/every-screen.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { dropFiles, FakeUpload } from '#test/support/editor/uploads.ts';

/** Axe finds nothing wrong in any state of the editor. The journeys check those that are pages of their own. */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules about the document, which is the test's own. */
const NOT_OURS = ['document-title', 'html-has-lang', 'page-has-heading-one', 'landmark-one-main'];

resetBeforeEach();
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  FakeUpload.answered = Promise.resolve();
});

async function expectAccessible(state: string): Promise<void> {
  const animations = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(animations.map(({ finished }) => finished));
  // Here axe takes the overlay for the background of a dialog's words. The journeys check their contrast.
  const isDialog = document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
  const off = isDialog ? [...NOT_OURS, 'color-contrast'] : NOT_OURS;
  const { violations } = await axe.run(document, {
    runOnly: RULES,
    rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  });
  const found = violations.map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  ]);
  expect(found, state).toEqual([]);
}

const FIXTURES: Readonly<Record<string, { default: { valid: readonly unknown[] } }>> = import.meta.glob(
  '../../../newsletter/blocks/*/fixture.json',
  { eager: true },
);
/** A block of each type. */
const EVERY: readonly Block[] = Object.entries(FIXTURES).flatMap(([path, { default: fixture }]) => {
  const type = path.split('/').at(-2) ?? '';
  const block = blockSchema.parse({ name: type, type, value: fixture.valid[0] });
  return isEmptySpace(block) ? [] : [block];
});
async function renderEvery(options: Parameters<typeof renderBlocks>[1] = {}) {
  await renderBlocks(EVERY, { layout: 'one_column', ...options });
  // Each block has its height once it is drawn.
  for (const host of document.querySelectorAll('[data-block] > [data-drawn]'))
    await expect.poll(() => host.getBoundingClientRect().height).toBeGreaterThan(0);
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const panel = () => page.getByRole('complementary', { name: /^Edit / });

describe('axe has nothing to say', () => {
  it('while each type of block is selected', async () => {
    await renderEvery();
    await expectAccessible('nothing selected');
    await page.getByText('Own colours').click();
    await expect.element(page.getByRole('textbox', { name: 'Primary colour' })).toBeVisible();
    await expectAccessible('own colours');
    for (const { name } of EVERY) {
      const cover = document.querySelector<HTMLElement>(`[data-block="${name}"] button`);
      cover?.click();
      await expect.element(panel()).toBeVisible();
      await expect.element(page.getByText('Loading the')).not.toBeInTheDocument();
      await expectAccessible(`${name} selected`);
    }
  });

  it('in each dialog', async () => {
    await renderBlocks([headingNamed('one')]);
    for (const [open, name] of [
      [() => button('Keyboard shortcuts').click(), 'Keyboard shortcuts'],
      [() => button('Layout').click(), 'Layout'],
      [() => button('Read it through').click(), 'Read it through'],
    ] as const) {
      await open();
      await expect.element(page.getByRole('dialog', { name })).toBeVisible();
      await expectAccessible(name);
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog()).not.toBeInTheDocument();
    }
    await button('Heading: one').dblClick();
    for (const [open, close] of [
      ['Keep for other newsletters', 'Cancel'],
      ['Delete component', 'Cancel'],
    ] as const) {
      await button(open).first().click();
      await expect.element(dialog()).toBeVisible();
      await expectAccessible(open);
      await dialog().getByRole('button', { name: close }).click();
      await expect.element(dialog()).not.toBeInTheDocument();
    }
  });

  it('in the list of blocks to add, the check, the title and a drag by keyboard', async () => {
    await renderBlocks([headingNamed('one')]);
    await button('Heading: one').dblClick();
    await button('Add below Heading').click();
    await expect.element(page.getByRole('combobox')).toHaveFocus();
    await expectAccessible('list of blocks');
    await userEvent.keyboard('{Escape}{Escape}');
    await button(/^Check:/).click();
    await expect.element(page.getByRole('heading', { name: /check/i }).first()).toBeVisible();
    await expectAccessible('check');
    await button(/^Check:/).click();
    button('Heading: one').element().focus();
    await userEvent.keyboard(' ');
    await expect.poll(() => document.documentElement.dataset.dragging).toBeDefined();
    await expectAccessible('drag');
    await userEvent.keyboard('{Escape}');
    await button(/rename/).click();
    await expect.element(page.getByRole('textbox', { name: 'Newsletter Title' })).toHaveFocus();
    await expectAccessible('title');
  });

  it('while photos upload, and in the strip of their descriptions', async () => {
    const answer = Promise.withResolvers<void>();
    FakeUpload.answered = answer.promise;
    await renderBlocks([headingNamed('one')]);
    await expect.element(button('Heading: one')).toBeVisible();
    const files = [1, 2, 3].map((at) => new File(['x'], `${at}.jpg`, { type: 'image/jpeg' }));
    dropFiles('[data-kind="tail"]', files);
    await expect.element(page.getByRole('progressbar').first()).toBeVisible();
    await expectAccessible('uploading');
    answer.resolve();
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'Descriptions' })).toBeVisible();
    await expectAccessible('descriptions');
  });

  it('in a next issue, and when publishing asks about it', async () => {
    await renderEvery({
      carriedOver: {
        day: '2026-11-13',
        is_example: false,
        blocks: ['text'],
        dates: ['event'],
        rows: {},
        fields: {},
        examples: [],
        example_dates: [],
      },
    });
    await expect.element(page.getByRole('complementary', { name: 'From 13 November' })).toBeVisible();
    await expectAccessible('next issue');
    await button('Publish').click();
    await expect.element(dialog()).toBeVisible();
    await expectAccessible('question');
  });

  it('in the history, on desktops and on phones', async () => {
    const [first, ...rest] = EVERY;
    serveStates([{ code: EVERY }, { reason: 'published', code: [...rest, headingNamed('gone')] }]);
    await renderEvery();
    await button(/^Saved \d\d/).click();
    await button(/^Published/).click();
    await expect.element(button(/^Removed/)).toBeVisible();
    await expectAccessible(`the history, without ${first?.name} before`);
    await page.viewport(375, 812);
    await button('Next change').click();
    await expect.element(button('Show the list')).toBeVisible();
    await expectAccessible('the history on a phone');
  });

  it('on a phone: picker, menu, form, writing', async () => {
    await page.viewport(375, 812);
    await renderBlocks([headingNamed('one')]);
    await button('Add a block').click();
    await expect.element(button('Heading')).toHaveFocus();
    await expectAccessible('picker');
    await userEvent.keyboard('{Escape}');
    await button('More').click();
    await expect.element(page.getByRole('menuitem').first()).toBeVisible();
    await expectAccessible('menu');
    await userEvent.keyboard('{Escape}');
    await button('Design').click();
    await expect.element(dialog()).toBeVisible();
    await expectAccessible('design');
    await userEvent.keyboard('{Escape}');
    await button('Heading: one').dblClick();
    await expect.element(button('Done')).toBeVisible();
    await expectAccessible('writing');
    await button('Settings').click();
    await expect.element(panel()).toBeVisible();
    await expectAccessible('form');
  });
});
