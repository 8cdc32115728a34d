import type { Locator, Page } from '@playwright/test';
import { fields, showForm, words } from './editor.ts';
import type { InputMethod } from './input-method.ts';
import { expect } from './journey.ts';
import { PHOTO } from './shared-steps.ts';

/** A sample of every block: the way its form is filled in, and the result that readers see. */

interface Sample {
  /** The label of the block type. */
  readonly label: string;
  /** Its accessible name on the canvas, which contains the rendered text. */
  readonly shown: RegExp;
  fill(form: Locator, input: InputMethod, page: Page): Promise<void>;
}

const textbox = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true });

/** The samples, in the picker's order. */
export const SAMPLES: readonly Sample[] = [
  {
    label: 'Heading',
    shown: /^Heading: Harvest week/,
    fill: (_form, input, page) => input.write(words(page, 'Heading'), 'Harvest week'),
  },
  {
    label: 'Text',
    shown: /^Text: Thank you for every tin/,
    fill: (_form, input, page) => input.write(words(page, 'Text'), 'Thank you for every tin'),
  },
  {
    label: 'Boxed text',
    shown: /^Boxed text: No nuts, please/,
    fill: (_form, input, page) => input.write(words(page, 'Boxed text'), 'No nuts, please'),
  },
  { label: 'Divider', shown: /^Divider block$/, fill: async () => undefined },
  {
    label: 'Image',
    shown: /^Image: Two children in a wood/,
    async fill(form, input, page) {
      await chooseFiles(page, form, input, [PHOTO]);
      await expect(form.getByRole('group', { name: 'Another image' })).toBeVisible();
      await input.write(form.getByLabel('What does it show?'), 'Two children in a wood');
    },
  },
  {
    label: 'Image group',
    shown: /^Image group: Robins by the pond/,
    async fill(form, input, page) {
      await chooseFiles(page, form, input, [PHOTO, PHOTO]);
      const words = form.getByRole('textbox', { name: /^What does photo \d show\?$/ });
      await expect(words).toHaveCount(2);
      await input.write(words.nth(0), 'Robins by the pond');
      await input.write(words.nth(1), 'Wrens by the gate');
    },
  },
  {
    label: 'Video',
    shown: /^Video: .*Harvest song/,
    async fill(form, input) {
      await input.write(textbox(form, 'Or the video’s address'), 'https://www.youtube.com/watch?v=harvest');
      await input.write(textbox(form, 'Title'), 'Harvest song');
    },
  },
  {
    label: 'Social media',
    shown: /^Social media: Facebook/,
    fill: (form, input) => input.write(textbox(form, 'Facebook'), 'https://www.facebook.com/oakfield'),
  },
  {
    label: 'Button',
    shown: /^Button: Term dates/,
    async fill(form, input, page) {
      await input.write(words(page, 'Button text'), 'Term dates');
      await showForm(page, input);
      await input.write(textbox(form, 'Link'), 'https://oakfield.example/dates');
    },
  },
  {
    label: 'Attendance',
    shown: /^Attendance: .*Kestrels/,
    async fill(form, input) {
      await input.write(textbox(form, 'Class 1'), 'Kestrels');
      await input.write(textbox(form, 'Percent'), '97.5');
    },
  },
  {
    label: 'Download',
    shown: /^Download: .*Lunch menu/,
    async fill(form, input) {
      await input.write(textbox(form, 'Button text'), 'Lunch menu');
      await input.write(textbox(form, 'Or the file’s address'), 'https://oakfield.example/menu.pdf');
    },
  },
  {
    label: 'Event',
    shown: /^Event: .*Harvest supper/,
    async fill(form, input) {
      await input.write(textbox(form, 'Title'), 'Harvest supper');
      await input.write(textbox(form, 'Description'), 'In the hall, bring a plate.');
      await input.writeDate(form.getByLabel('Date'), '08', '10', '2027');
      await input.press(form.getByRole('button', { name: 'Save event' }));
      await expect(form.getByRole('listitem').filter({ hasText: 'Harvest supper' })).toBeFocused();
    },
  },
  {
    label: 'Footer',
    shown: /^Footer: .*See you on Monday/,
    fill: (_form, input, page) => input.write(words(page, 'Footer text'), 'See you on Monday'),
  },
  {
    label: 'Table',
    shown: /^Table: .*Orchestra/,
    async fill(form, input) {
      await input.write(textbox(form, 'Heading 1'), 'Club');
      await input.write(textbox(form, 'Heading 2'), 'Ends');
      await input.write(textbox(form, 'Row 1, Club'), 'Orchestra');
      await input.write(textbox(form, 'Row 1, Ends'), '16:15');
    },
  },
  {
    label: 'Diary',
    // The school's calendar is empty.
    shown: /^Diary: No dates until/,
    fill: (form, input) => input.write(textbox(form, 'Heading'), 'Coming up'),
  },
];

/** Expects the samples to be all the blocks that the picker offers, in its order. */
export async function expectAllSampled(page: Page): Promise<void> {
  const tiles = page.getByRole('complementary', { name: 'Add a block' }).locator('[data-tile]');
  await expect(tiles).toHaveText(SAMPLES.map(({ label }) => label));
}

/** The labels in the column in which every third sample was added at the top, the others at the end. */
export function everyThirdOnTop(): readonly string[] {
  const inColumn = SAMPLES.map(({ label }, index) => ({ label, isOnTop: index % 3 === 2 })).filter(
    // It is below the columns.
    ({ label }) => label !== 'Footer',
  );
  const onTop = inColumn.filter(({ isOnTop }) => isOnTop).toReversed();
  return [...onTop, ...inColumn.filter(({ isOnTop }) => !isOnTop)].map(({ label }) => label);
}

/** The sample that `everyThirdOnTop` has last. */
export function lastSample(): Sample {
  return sample(everyThirdOnTop().at(-1) ?? '');
}

async function chooseFiles(page: Page, form: Locator, input: InputMethod, files: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await input.press(form.getByRole('button', { name: 'Select file' }));
  await (await chooser).setFiles(files);
}

/** The sample's block on the canvas. */
export const onCanvas = (page: Page, { shown }: Sample) =>
  page.getByRole('main').getByRole('button', { name: shown });

/** The sample with this label. */
export function sample(label: string): Sample {
  const found = SAMPLES.find((each) => each.label === label);
  if (found === undefined) throw new Error(`There is no sample of ${label}`);
  return found;
}

/** Fills in the open form of a sample, and saves it. */
export async function fillAndSave(page: Page, each: Sample, input: InputMethod): Promise<void> {
  const form = fields(page, each.label);
  await each.fill(form, input, page);
  await expect(onCanvas(page, each)).toBeVisible();
  await showForm(page, input);
  await input.press(form.getByRole('button', { name: 'Save changes' }));
  await expect(form).toBeHidden();
}

/** Expects every sample on the canvas once. */
export async function expectOnCanvas(page: Page): Promise<void> {
  for (const each of SAMPLES) await expect(onCanvas(page, each)).toHaveCount(1);
}

/** The labels of the blocks in each column, from the top. */
export function columns(page: Page): Promise<string[][]> {
  return page
    .getByRole('main')
    .locator('[data-column]')
    .evaluateAll((found) =>
      found.map((column) =>
        [...column.querySelectorAll('[data-block] > [aria-pressed]')].map(
          (button) => (button.getAttribute('aria-label') ?? '').split(/:| block$/)[0] ?? '',
        ),
      ),
    );
}

/** Expects every sample on a public page. */
export async function expectPublished(page: Page): Promise<void> {
  const link = (name: string, href: string) =>
    expect(page.getByRole('link', { name }).first()).toHaveAttribute('href', href);
  await expect(page.getByRole('heading', { level: 2, name: 'Harvest week' })).toBeVisible();
  for (const words of ['Thank you for every tin', 'No nuts, please', 'Kestrels', '97.5', 'Harvest supper'])
    await expect(page.getByText(words).first()).toBeVisible();
  await expect(page.getByText('In the hall, bring a plate.')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Orchestra' })).toBeVisible();
  await expect(page.getByText('See you on Monday')).toBeVisible();
  // The divider, and the two rules below the school's head.
  await expect(page.locator('p[style*="border-top"]')).toHaveCount(3);
  for (const picture of ['Two children in a wood', 'Robins by the pond', 'Wrens by the gate'])
    await expect(page.getByRole('img', { name: picture })).toBeVisible();
  await link('Harvest song', 'https://www.youtube.com/watch?v=harvest');
  await link('Facebook', 'https://www.facebook.com/oakfield');
  await link('Term dates', 'https://oakfield.example/dates');
  await link('Lunch menu', 'https://oakfield.example/menu.pdf');
}
