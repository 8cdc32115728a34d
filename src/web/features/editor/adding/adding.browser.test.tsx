import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { headingNamed, withoutNumber } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const search = page.getByRole('combobox', { name: 'Search blocks' });
const text = page.getByRole('textbox', { name: 'Text', exact: true });
const tile = (name: string) =>
  page.getByRole('complementary', { name: 'Add a block' }).getByRole('button', { name, exact: true });

/** The types of the blocks in each column, from the top. */
const columns = () =>
  Array.from(document.querySelectorAll('[data-column]'), (column) =>
    Array.from(column.querySelectorAll('[data-block] > button[data-drag]'), (button) =>
      withoutNumber(button.getAttribute('aria-label')).replace(/ block$/, ''),
    ),
  );

async function openWith(...blocks: readonly Block[]) {
  await renderBlocks(blocks);
  for (const { value } of blocks)
    if ('text' in value)
      await expect
        .element(page.getByRole('button', { name: new RegExp(`^Heading( \\d+)?: ${value.text}`) }))
        .toBeVisible();
}

it('adds a block below the selected one, in its column', async () => {
  await openWith(headingNamed('a', 'One'), headingNamed('b', 'Two'), headingNamed('c', 'Three'));
  await page.getByRole('button', { name: /^Heading( \d+)?: One/ }).click();
  await tile('Divider').click();
  await tile('Button').click();
  await expect
    .poll(columns)
    .toEqual([['Heading: One', 'Divider', 'Button: Button', 'Heading: Three'], ['Heading: Two']]);
});

it('goes from column to column while nothing is selected', async () => {
  await openWith();
  for (const name of ['Divider', 'Divider', 'Divider']) {
    await tile(name).click();
    await userEvent.keyboard('{Escape}');
  }
  await expect.poll(columns).toEqual([['Divider', 'Divider'], ['Divider']]);
});

it('offers all blocks by name at the plus, in the order of the picker', async () => {
  await openWith(headingNamed('a', 'One'), headingNamed('b', 'Two'), headingNamed('c', 'Three'));
  await page.getByRole('button', { name: /^Heading( \d+)?: Three/ }).click();
  await page.getByRole('button', { name: /^Add above Heading/ }).click();
  await expect.element(search).toHaveFocus();
  const names = (list: Element) =>
    Array.from(list.querySelectorAll('[role="option"], [data-tile]'), ({ textContent }) => textContent);
  expect(names(page.getByRole('listbox', { name: 'Blocks' }).element())).toEqual(
    names(page.getByRole('complementary', { name: 'Add a block' }).element()),
  );
  await userEvent.keyboard('te');
  const chosen = page.getByRole('option', { selected: true });
  await expect.element(chosen).toHaveTextContent('Text');
  await expect.element(search).toHaveAttribute('aria-activedescendant', chosen.element().id);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(chosen).toHaveTextContent('Boxed text');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(text).toHaveFocus();
  await expect.element(search).not.toBeInTheDocument();
  await expect
    .poll(columns)
    .toEqual([['Heading: One', 'Text: Write something…', 'Heading: Three'], ['Heading: Two']]);
});

it('says that there is no block of a name, and goes back with Escape', async () => {
  await openWith(headingNamed('a', 'One'));
  await page.getByRole('button', { name: /^Heading( \d+)?: One/ }).dblClick();
  await expect.element(page.getByRole('textbox', { name: 'Heading' })).toHaveFocus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('zebra{ArrowDown}{Enter}');
  await expect.element(page.getByText('No block of this name')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Heading' })).toHaveFocus();
  await expect.poll(columns).toEqual([['Heading: One'], []]);
});

it('is in sight below a block whose foot is not', async () => {
  const long = Array.from({ length: 60 }, (_, at) => `<p>Line ${at}</p>`).join('');
  await renderBlocks([{ name: 'long', type: 'text', value: { html: long } }]);
  const cover = page.getByRole('button', { name: /^Text: / });
  await expect.element(cover).toBeVisible();
  await expect.poll(() => cover.element().getBoundingClientRect().height).toBeGreaterThan(1200);
  const button = cover.element();
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('div{Enter}');
  await expect.poll(columns).toEqual([[expect.stringMatching(/^Text: Line 0/), 'Divider'], []]);
});

it('shows the caret of a footer below a long newsletter', async () => {
  const long = Array.from({ length: 60 }, (_, at) => `<p>Line ${at}</p>`).join('');
  await renderBlocks([{ name: 'long', type: 'text', value: { html: long } }]);
  await expect.element(page.getByRole('button', { name: /^Text: / })).toBeVisible();
  await tile('Footer').click();
  const words = page.getByRole('textbox', { name: 'Footer text' });
  await expect.element(words).toHaveFocus();
  await expect.poll(() => words.element().getBoundingClientRect().bottom).toBeLessThan(window.innerHeight);
});

it('puts another block in the place of an empty text after a slash, as one step of undo', async () => {
  await openWith(headingNamed('a', 'One'));
  await page.getByRole('button', { name: /^Heading( \d+)?: One/ }).dblClick();
  await expect.element(page.getByRole('textbox', { name: 'Heading' })).toHaveFocus();
  await userEvent.keyboard('{End}{Enter}');
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  // Somebody who looks for another block is not asked for words.
  await expect.element(page.getByText('Required', { exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard('div{Enter}');
  await expect.poll(columns).toEqual([['Heading: One', 'Divider'], []]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(columns).toEqual([['Heading: One'], []]);
});

it('takes the slash back with Escape, and asks neither again there nor within words', async () => {
  await openWith();
  await tile('Text').click();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(text).toHaveFocus();
  await expect.poll(() => text.element().textContent).toBe('');
  await userEvent.keyboard('/b/');
  await expect.element(text).toHaveTextContent('/b/');
  await expect.element(search).not.toBeInTheDocument();
});

it('divides a text at an empty line after a slash, as one step of undo', async () => {
  await openWith();
  await tile('Text').click();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('One{Enter}{Enter}Two{ArrowUp}/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('div{Enter}');
  await expect.poll(columns).toEqual([['Text: One', 'Divider', 'Text: Two'], []]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(columns).toEqual([['Text: One Two'], []]);
});

it('begins events and attendance with their first row', async () => {
  await openWith();
  await tile('Event').click();
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await tile('Attendance').click();
  await expect.element(page.getByRole('textbox', { name: 'Class 1' })).toHaveFocus();
  await userEvent.keyboard('Kestrels');
  await expect.element(page.getByRole('textbox', { name: 'Class 1' })).toHaveValue('Kestrels');
});
