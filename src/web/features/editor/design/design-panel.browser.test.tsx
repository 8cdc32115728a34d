import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DESIGN_IDS } from '#newsletter/designs/index.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const panel = () => page.getByRole('complementary', { name: 'Design' });

/** The texts of the small pictures, whose shadow roots are open. */
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

it('takes a design back by key, with the focus still on its choice', async () => {
  await renderBlocks([headingNamed('one')]);
  const design = (name: string) => panel().getByRole('radio', { name });
  await panel().getByText('Bulletin').click();
  await expect.element(design('Bulletin')).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(design('Letter')).toBeChecked();
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(design('Bulletin')).toBeChecked();
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
  await page.getByRole('button', { name: 'Design' }).click();
  const dialog = page.getByRole('dialog', { name: 'Design' });
  await expect.element(dialog.getByRole('radio', { name: 'Letter' })).toBeInTheDocument();
  return dialog;
}

it('shows two designs in a row on a phone, below the date', async () => {
  await page.viewport(375, 800);
  await renderBlocks([headingNamed('one')]);
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
});

it('shows no form behind the designs where a phone is turned upright below them', async () => {
  await page.viewport(375, 800);
  await renderBlocks([headingNamed('one')]);
  await page.getByRole('button', { name: /^Heading: one/ }).dblClick();
  const form = page.getByRole('complementary', { name: 'Edit Heading' });
  // A phone hides the form while one writes.
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.element(form).toBeVisible();
  // An upright phone hides the tools, Design among them, while a block is edited.
  await expect.element(page.getByRole('button', { name: 'Design' })).not.toBeInTheDocument();
  await page.viewport(812, 600);
  const dialog = await openDialog();
  await page.viewport(375, 800);
  await expect
    .poll(() =>
      document
        .querySelector('aside[aria-label="Edit Heading"]')
        ?.checkVisibility({ visibilityProperty: true }),
    )
    .toBe(false);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(form).toBeVisible();
});

/** The colour of the heading as it is drawn on the canvas. */
function headingColour(): string {
  const heading = [...document.querySelectorAll('[data-sheet] *')]
    .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('h2') ?? [])])
    .find(({ textContent }) => textContent === 'one');
  return heading === undefined ? '' : getComputedStyle(heading).color;
}

const schools = () => panel().getByRole('radio', { name: 'School colours' });
const primary = () => panel().getByRole('textbox', { name: 'Primary colour' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

it('takes a colour from the screen, in browsers that can', async () => {
  vi.stubGlobal(
    'EyeDropper',
    class {
      open = () => Promise.resolve({ sRGBHex: '#AA1144' });
    },
  );
  await renderBlocks([headingNamed('one')]);
  await panel().getByText('Own colours').click();
  await press('Primary colour: take it from the screen');
  await expect.element(primary()).toHaveValue('#aa1144');
  await expect.poll(headingColour).toBe('rgb(170, 17, 68)');
  vi.unstubAllGlobals();
});

it('draws the newsletter in two colours of its own, and takes them back step by step', async () => {
  await renderBlocks([headingNamed('one')]);
  await expect.element(schools()).toBeChecked();
  await expect.poll(headingColour).toBe('rgb(31, 93, 69)');
  await panel().getByText('Own colours').click();
  await expect.element(page.getByRole('status').getByText('Own colours')).toBeInTheDocument();
  // Own colours begin with the school's.
  await expect.element(primary()).toHaveValue('#1f5d45');
  await primary().fill('#aa1144');
  await expect.poll(headingColour).toBe('rgb(170, 17, 68)');
  // The system's picker reports each colour on the way: all of them are one undo step, and so is typing.
  const picker = panel().getByLabelText('Secondary colour: choose');
  for (const colour of ['#101080', '#202080', '#224488']) await picker.fill(colour);
  await expect.element(panel().getByRole('textbox', { name: 'Secondary colour' })).toHaveValue('#224488');
  await press('Undo');
  await expect.element(panel().getByRole('textbox', { name: 'Secondary colour' })).not.toHaveValue('#224488');
  await expect.element(primary()).toHaveValue('#aa1144');
  await press('Undo');
  await expect.element(primary()).toHaveValue('#1f5d45');
  await expect.poll(headingColour).toBe('rgb(31, 93, 69)');
  await press('Undo');
  await expect.element(schools()).toBeChecked();
  await press('Redo');
  await press('Redo');
  await expect.poll(headingColour).toBe('rgb(170, 17, 68)');
  await panel().getByText('School colours').click();
  await expect.element(primary()).not.toBeInTheDocument();
  await expect.poll(headingColour).toBe('rgb(31, 93, 69)');
});

it('keeps the last colour while another is typed, and takes the school’s for none', async () => {
  await renderBlocks([headingNamed('one')]);
  await panel().getByText('Own colours').click();
  await primary().fill('#aa11');
  await expect.element(primary()).toBeInvalid();
  await expect.poll(headingColour).toBe('rgb(31, 93, 69)');
  await primary().fill('#aa1144');
  await expect.element(primary()).not.toBeInvalid();
  await expect.poll(headingColour).toBe('rgb(170, 17, 68)');
  await primary().fill('');
  await expect.element(panel().getByText('None: the school’s')).toBeVisible();
  await userEvent.tab();
  await expect.element(primary()).toHaveValue('#1f5d45');
});
