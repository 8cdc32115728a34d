import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DESIGN_IDS } from '#newsletter/designs/index.ts';
import { headingNamed } from '#web/features/editor/test-documents.ts';
import { renderBlocks, resetBeforeEach } from '#web/features/editor/test-editor.tsx';

resetBeforeEach();

const panel = () => page.getByRole('complementary', { name: 'Design' });

/** What the small pictures show; their shadow roots are open. */
function pictures(): string[] {
  const roots = [...document.querySelectorAll('[role="radiogroup"][aria-label="Design"] label')].map((card) =>
    [...card.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot?.textContent ?? '').join(''),
  );
  return roots;
}

it('shows this newsletter in each design while no block is selected', async () => {
  await renderBlocks([headingNamed('one', 'A week of Romans')]);
  await expect.element(panel().getByRole('radio', { name: 'Letter' })).toBeChecked();
  const designs = panel().getByRole('radiogroup', { name: 'Design' });
  expect(designs.getByRole('radio').elements()).toHaveLength(DESIGN_IDS.length);
  await expect
    .poll(pictures, { timeout: 10_000 })
    .toSatisfy((shown: string[]) => shown.every((words) => words.includes('A week of Romans')));
  await page.getByRole('button', { name: /^Heading: A week/ }).click();
  await expect.element(page.getByRole('complementary', { name: 'Edit Heading' })).toBeVisible();
  await expect.element(panel()).not.toBeInTheDocument();
});

it('sets the date of the issue, and takes it away again', async () => {
  await renderBlocks([headingNamed('one')]);
  const date = panel().getByLabelText('Issue date');
  await expect.element(date).toHaveAccessibleDescription(/^Empty: the day of publishing\./);
  await date.fill('2026-11-20');
  await expect.element(date).toHaveAccessibleDescription('Friday, 20 November 2026');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(date).toHaveValue('');
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect.element(date).toHaveValue('2026-11-20');
  await date.fill('');
  await expect.element(date).toHaveAccessibleDescription(/^Empty/);
});

it('changes the design with one click, and takes it back with one', async () => {
  await renderBlocks([headingNamed('one')]);
  const bulletin = panel().getByRole('radio', { name: 'Bulletin' });
  await panel().getByText('Bulletin').click();
  await expect.element(bulletin).toBeChecked();
  await expect.element(page.getByText('Design: Bulletin')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(panel().getByRole('radio', { name: 'Letter' })).toBeChecked();
  await expect
    .element(page.getByRole('button', { name: 'Undo', exact: true }))
    .toHaveAttribute('aria-disabled');
});

/** Opens the dialog of the designs on a phone. */
async function openDialog() {
  await page.getByRole('button', { name: 'More', exact: false }).last().click();
  await page.getByRole('menuitem', { name: 'Design' }).click();
  const dialog = page.getByRole('dialog', { name: 'Design' });
  await expect.element(dialog.getByRole('radio', { name: 'Letter' })).toBeInTheDocument();
  return dialog;
}

it('shows two designs in a row on a phone, below the date, and no form behind them', async () => {
  await page.viewport(375, 800);
  await renderBlocks([headingNamed('one')]);
  await page.getByRole('button', { name: /^Heading: one/ }).dblClick();
  const form = page.getByRole('complementary', { name: 'Edit Heading' });
  // On a phone the form is away while one writes.
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.element(form).toBeVisible();
  const dialog = await openDialog();
  const cards = dialog.getByRole('radiogroup', { name: 'Design' }).element();
  // The room of a phone's dialog: two pictures of 150 px and their gap do not fit.
  cards.setAttribute('style', 'width: 300px');
  const [first, second, third] = [
    ...document.querySelectorAll('[role="dialog"] label:has([type="radio"])'),
  ].map((card) => card.getBoundingClientRect());
  expect(second?.top).toBe(first?.top);
  expect(third?.left).toBe(first?.left);
  const date = dialog.getByLabelText('Issue date').element().getBoundingClientRect();
  expect(date.bottom).toBeLessThan(first?.top ?? 0);
  expect(document.querySelector('aside[aria-label="Edit Heading"]')).not.toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(form).toBeVisible();
});
