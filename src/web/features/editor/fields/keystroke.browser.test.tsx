import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { headingNamed, withoutNumber } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

const RealWorker = window.Worker;
const FAILED = 'This block cannot be drawn just now. What you typed is kept.';

/** A worker whose script cannot be loaded. */
class LostWorker extends EventTarget {
  postMessage() {
    queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error', { message: 'no network' })));
  }
  terminate() {}
}

function renderEditor(texts: readonly string[], language?: string) {
  return renderBlocks(
    texts.map((text, index) => headingNamed(`h${index}`, text)),
    { ...(language !== undefined && { language }) },
  );
}

async function openEditor(texts: readonly string[], language?: string) {
  await renderEditor(texts, language);
  // The accessible name is the rendered text.
  for (const text of texts)
    await expect
      .element(page.getByRole('button', { name: new RegExp(`^Heading( \\d+)?: ${text}`) }))
      .toBeVisible();
}

function slotOf(name: string): { host: Element; root: ShadowRoot } {
  const host = document.querySelector(`[data-block="${name}"] > div`);
  const root = host?.shadowRoot;
  if (!host || !root) throw new Error(`No slot ${name}`);
  return { host, root };
}

resetBeforeEach();

it('updates only the slot of the edited block', async () => {
  await openEditor(['One', 'Two', 'Three']);
  const changed = new Set<string>();
  const observers = ['h0', 'h1', 'h2'].map((name) => {
    const observer = new MutationObserver(() => changed.add(name));
    observer.observe(slotOf(name).root, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    });
    return observer;
  });
  const heading = slotOf('h1').root.querySelector('h2');
  await page.getByRole('button', { name: /^Heading( \d+)?: Two/ }).dblClick();
  await userEvent.fill(page.getByRole('textbox', { name: /^Heading \d$/ }), 'Two and a half');

  await expect.element(page.getByRole('button', { name: /^Heading( \d+)?: Two and a half/ })).toBeVisible();
  expect([...changed]).toEqual(['h1']);
  expect(heading?.isConnected, 'the element stays, only its text changes').toBe(true);
  expect(heading?.textContent).toBe('Two and a half');
  for (const observer of observers) observer.disconnect();
});

it('keeps the rendering when a block moves to the other column', async () => {
  await openEditor(['One', 'Two']);
  const drawn = slotOf('h0').root.lastElementChild?.innerHTML;
  await page.getByRole('button', { name: /^Heading( \d+)?: One/ }).click();
  await page.getByRole('button', { name: 'Other column' }).click();
  // No waiting: the rendering moves synchronously.
  expect(slotOf('h0').root.lastElementChild?.innerHTML).toBe(drawn);
  expect(document.querySelectorAll('[data-column="1"] [data-block]')).toHaveLength(2);
});

it('renders into a clonable shadow root out of reach of Tab', async () => {
  await openEditor(['One']);
  const { host } = slotOf('h0');
  const copy = host.cloneNode(true);
  expect(copy instanceof Element && copy.shadowRoot?.textContent).toContain('One');
  // Screen readers read it, so it is not inert: but Tab reaches nothing in it.
  for (const link of slotOf('h0').root.querySelectorAll('a')) expect(link.tabIndex).toBe(-1);
});

it('offers at least 13 places a column', async () => {
  await openEditor(['One', 'Two', 'Three']);
  for (const column of document.querySelectorAll('[data-column]'))
    expect(column.querySelectorAll('[data-slot]')).toHaveLength(13);
});

it('shows rich text while it is typed, and resets the field on Discard changes', async () => {
  await openEditor(['One']);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Text' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Hello ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await userEvent.keyboard('world');
  await expect.element(page.getByRole('button', { name: /^Text( \d+)?: Hello world/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();

  await page.getByRole('button', { name: /^Text( \d+)?: Hello world/ }).dblClick();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(' and more');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(field).not.toHaveTextContent('more');
  await expect.element(page.getByRole('button', { name: /^Text( \d+)?: Hello world/ })).toBeVisible();
});

/** The accessible names of the blocks, by column. */
function names(): string[][] {
  return Array.from(document.querySelectorAll('[data-column]'), (column) =>
    Array.from(column.querySelectorAll('[data-block] > [aria-pressed]'), (button) =>
      withoutNumber(button.getAttribute('aria-label')),
    ),
  );
}

it('drags a block and a tile by keyboard alone', async () => {
  await openEditor(['One', 'Two', 'Three']);
  page
    .getByRole('button', { name: /^Heading( \d+)?: One/ })
    .element()
    .focus();
  await userEvent.keyboard(' {ArrowRight}{ArrowDown} ');
  expect(names()).toEqual([['Heading: Three'], ['Heading: Two', 'Heading: One']]);
  await expect.element(page.getByRole('button', { name: /^Heading( \d+)?: One/ })).toHaveFocus();
  await expect.element(page.getByText('Heading 3 moved, right column, place 2')).toBeInTheDocument();

  // In its own column each press moves it one place further, and the announced place is the one where it lands.
  page.getByRole('button', { name: 'Heading 2: Two' }).element().focus();
  await userEvent.keyboard(' {ArrowDown}');
  await expect.element(page.getByText('right column, place 2', { exact: true })).toBeInTheDocument();
  await userEvent.keyboard(' ');
  expect(names()).toEqual([['Heading: Three'], ['Heading: One', 'Heading: Two']]);
  await expect.element(page.getByText('Heading 3 moved, right column, place 2')).toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Undone: Heading 2, right column, place 1')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Heading 2: Two' })).toHaveFocus();

  page.getByRole('button', { name: 'Divider', exact: true }).element().focus();
  await userEvent.keyboard(' {Home}{Escape}');
  expect(document.querySelectorAll('[data-block]')).toHaveLength(3);
  await userEvent.keyboard(' {Home}{Enter}');
  expect(names()[0]).toHaveLength(2);
  await expect.element(page.getByRole('button', { name: 'Divider block' })).toBeVisible();
});

it('says each place to which a block is carried, where it was dropped, and what Undo takes back', async () => {
  const blocks = ['One', 'Two', 'Three', 'Four'].map((words, index) => headingNamed(`h${index}`, words));
  await renderBlocks(blocks, { layout: 'one_column' });
  const one = page.getByRole('button', { name: /^Heading( \d+)?: One/ });
  await expect.element(one).toBeVisible();
  one.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText(/^Heading picked up, place 1\./)).toBeInTheDocument();
  for (const place of [2, 3]) {
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByText(`place ${place}`, { exact: true })).toBeInTheDocument();
  }
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('Heading 3 moved, place 3', { exact: true })).toBeInTheDocument();
  expect(names()).toEqual([['Heading: Two', 'Heading: Three', 'Heading: One', 'Heading: Four']]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Undone: Heading 1, place 1', { exact: true })).toBeInTheDocument();
  await expect.element(one).toHaveFocus();
});

it('lays out right-to-left languages from the right, and names the sides as they are seen', async () => {
  await openEditor(['One', 'Two', 'ثلاثة'], 'ar');
  const [first, second] = document.querySelectorAll('[data-column]');
  expect(first?.getBoundingClientRect().left).toBe(second?.getBoundingClientRect().right);
  expect(first?.querySelector('ul')?.getAttribute('aria-label')).toBe('Right column');
  const heading = slotOf('h2').root.querySelector('h2');
  expect(heading && getComputedStyle(heading)).toMatchObject({ direction: 'rtl', textAlign: 'right' });

  page
    .getByRole('button', { name: /^Heading( \d+)?: One/ })
    .element()
    .focus();
  await userEvent.keyboard(' {ArrowLeft} ');
  await expect.poll(names).toEqual([['Heading: ثلاثة'], ['Heading: One', 'Heading: Two']]);
  await expect.element(page.getByText('Heading 2 moved, left column, place 1')).toBeInTheDocument();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.poll(() => names()[0]).toContain('Heading: One');
});

it('renders all failed blocks on Try again', async () => {
  vi.stubGlobal('Worker', LostWorker);
  await renderEditor(['One', 'Two']);
  const failure = page.getByText(FAILED);
  await expect.element(failure.nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(failure.nth(1)).toBeVisible();

  vi.stubGlobal('Worker', RealWorker);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(page.getByRole('button', { name: /^Heading( \d+)?: One/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Heading( \d+)?: Two/ })).toBeVisible();
  await expect.element(failure).not.toBeInTheDocument();
});

it('renders failed blocks when the network is back', async () => {
  vi.stubGlobal('Worker', LostWorker);
  await renderEditor(['One']);
  await expect.element(page.getByText(FAILED)).toBeVisible();
  vi.stubGlobal('Worker', RealWorker);
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('button', { name: /^Heading( \d+)?: One/ })).toBeVisible();
});
