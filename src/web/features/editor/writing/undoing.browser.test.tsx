import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { blockNames, button, heading, openShort, text } from '#test/support/editor/short-newsletter.ts';

resetBeforeEach();

it('undoes what was saved before, once there is no typing to undo', async () => {
  await openShort();
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{End} and Wrens{Escape}');
  await page.getByRole('button', { name: 'Heading: Robins and Wrens' }).dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByRole('button', { name: 'Heading: Robins', exact: true })).toBeVisible();
});

it('undoes by the button what is being typed, and then what was saved before', async () => {
  await openShort();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await expect.element(heading).toHaveFocus();
  await expect.element(undo).toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{End} and Wrens');
  await expect.element(undo).not.toHaveAttribute('aria-disabled');
  await undo.click();
  await expect.element(heading).not.toHaveTextContent('Wrens');
  await expect.element(heading).toHaveFocus();
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect.element(heading).toHaveTextContent('Robins and Wrens');
  await userEvent.keyboard('{Escape}');
  await undo.click();
  await expect.element(page.getByRole('button', { name: 'Heading: Robins', exact: true })).toBeVisible();
});

const headingText = () => heading.element().textContent;

it('redoes by key what was undone by key, in the words and beyond them, in the reverse order', async () => {
  await openShort();
  await button('Heading: Robins').dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{End}{Enter}');
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('Beta{Escape}');
  await button('Heading: Robins').dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{End} and Wrens');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(headingText).toBe('Robins');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(blockNames).not.toContain('Text: Beta');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(blockNames).toContain('Text: Beta');
  await expect.poll(headingText).toBe('Robins');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(heading).toHaveTextContent('Robins and Wrens');
  // Nothing is left to redo, not even for the browser.
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}{Control>}y{/Control}');
  await expect.element(heading).toHaveTextContent('Robins and Wrens');
  expect(blockNames()).toContain('Text: Beta');
});

it('undoes a step of the block that is being written, and redoes it', async () => {
  await openShort();
  await button('Heading: Robins').dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{End} and Wrens{Escape}');
  await button('Heading: Robins and Wrens').dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{End}!');
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.poll(headingText).toBe('Robins');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(headingText).toBe('Robins');
  await userEvent.keyboard('{Control>}yy{/Control}');
  await expect.element(heading).toHaveTextContent('Robins and Wrens!');
});

it('brings the words back that were deleted before their block, also if they were never saved', async () => {
  await openShort();
  await button('Heading: Robins').dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{End} and Wrens{Control>}a{/Control}{Backspace}');
  await expect.poll(() => heading.element().textContent).toBe('');
  await userEvent.keyboard('{Backspace}');
  await expect.poll(blockNames).toEqual(['Text: Dear families, Good news.']);
  await page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(button('Heading: Robins and Wrens')).toBeVisible();
});

it('stops at the emptied block as long as Backspace is held', async () => {
  await openShort();
  await button('Heading: Robins').dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
  await expect.poll(() => heading.element().textContent).toBe('');
  const held = { key: 'Backspace', code: 'Backspace', keyCode: 8, bubbles: true, cancelable: true };
  heading.element().dispatchEvent(new KeyboardEvent('keydown', { ...held, repeat: true }));
  await expect.element(heading).toHaveFocus();
  heading.element().dispatchEvent(new KeyboardEvent('keydown', held));
  await expect.element(heading).not.toBeInTheDocument();
});

it('goes to a block without words, not into its form, from an emptied one', async () => {
  await renderBlocks([
    { name: 'd', type: 'divider', value: { style: 'solid' } },
    { name: 't', type: 'text', value: { html: '<p>Hello</p>' } },
  ]);
  await page.getByRole('button', { name: 'Text: Hello' }).dblClick();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
  await expect.poll(() => text.element().textContent).toBe('');
  await userEvent.keyboard('{Backspace}');
  await expect.element(button('Divider block')).toHaveFocus();
});

it('says at the block that words are too long or missing', async () => {
  await openShort();
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await heading.fill('x'.repeat(201));
  await expect.element(page.getByText('Limit is 200 symbols')).toBeVisible();
  await expect.element(heading).toHaveAccessibleDescription('Limit is 200 symbols');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('not finished')).toBeVisible();
});

it('leads from the check to what is not finished, and marks it in words beside the block', async () => {
  await page.viewport(1366, 768);
  await renderBlocks([
    { name: 'a', type: 'heading', value: { text: 'Robins' } },
    { name: 'b', type: 'heading', value: { text: 'Wrens' } },
  ]);
  await page.getByRole('button', { name: 'Heading 2: Wrens' }).dblClick();
  await heading.fill('');
  await page.getByRole('button', { name: 'Check: 1 block not finished' }).click();
  await expect.element(page.getByRole('status').getByText('Check: 1 block not finished')).toBeInTheDocument();
  const top = (part: string) =>
    document.querySelector(`[data-block="b"] ${part}`)?.getBoundingClientRect().top;
  expect(Math.abs((top('[data-tag]') ?? 0) - (top('button') ?? 99))).toBeLessThan(10);
  await expect.element(page.getByText('not finished', { exact: true })).toBeVisible();
  await page
    .getByRole('complementary', { name: 'Check' })
    .getByRole('button', { name: 'Heading 2 Something that it needs is still empty.' })
    .click();
  await expect.element(heading).toHaveFocus();
});

it('takes the words alone of what is pasted into a heading, as one line', async () => {
  await openShort();
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await expect.element(heading).toHaveFocus();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', '<p><b>and</b></p><p>Wrens</p>');
  clipboardData.setData('text/plain', ' and\nWrens ');
  await userEvent.keyboard('{End} ');
  heading
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  await expect.element(page.getByRole('button', { name: 'Heading: Robins and Wrens' })).toBeVisible();
  expect(heading.element().querySelectorAll('p, strong')).toHaveLength(1);
});

it('brings back the words of a block that was emptied and taken away', async () => {
  await openShort();
  await page.getByRole('button', { name: 'Heading: Robins' }).dblClick();
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
  await expect.poll(() => heading.element().textContent).toBe('');
  await userEvent.keyboard('{Backspace}');
  await expect.poll(blockNames).toEqual(['Text: Dear families, Good news.']);
  await page.getByRole('region', { name: 'Newsletter' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(blockNames).toContain('Heading: Robins');
});
