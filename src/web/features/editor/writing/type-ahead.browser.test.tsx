import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderBlocks, resetBeforeEach } from '#web/features/editor/test-editor.tsx';

/** What is typed before the writing surface is loaded. */

const { arrived } = vi.hoisted(() => ({ arrived: Promise.withResolvers<undefined>() }));
vi.mock('./writing-surface.tsx', async (original) => {
  await arrived.promise;
  return original();
});

resetBeforeEach();

it('is kept and put in once the surface is there', async () => {
  await renderBlocks([]);
  await page.getByRole('button', { name: 'Heading', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Heading: Heading' })).toBeVisible();
  // The second press of a double click: the surface may come before it is let go, and then there is no click.
  page
    .getByRole('button', { name: 'Heading: Heading' })
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await userEvent.keyboard('Good mot{Backspace}rning{Enter}The hall is warm.{Enter}And dry');
  expect(page.getByRole('dialog').elements(), 'Backspace deletes no block').toEqual([]);
  expect(page.getByRole('textbox', { name: 'Heading' }).elements()).toEqual([]);
  arrived.resolve(undefined);
  await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveFocus();
  await userEvent.keyboard('!');
  await expect.element(page.getByRole('button', { name: 'Heading: Good morning' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Text: The hall is warm. And dry!' })).toBeVisible();
});
