import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { chooseFiles, dragFiles, dropFiles, FakeUpload } from '#test/support/editor/uploads.ts';

/** Any number of photos at once: by a drop on the canvas, and by a choice in a form. */

resetBeforeEach();
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  FakeUpload.refused.clear();
  FakeUpload.answered = Promise.resolve();
});

const photos = (count: number) =>
  Array.from({ length: count }, (_, at) => new File(['x'], `${at + 1}.jpg`, { type: 'image/jpeg' }));
const groups = () => page.getByRole('main').getByRole('button', { name: /^Image group/ });
const description = (number: number) =>
  page.getByRole('textbox', { name: `What does photo ${number} show?`, exact: true });

describe('six photos dropped on the canvas', () => {
  it('become two groups of three, which one Undo removes', async () => {
    await renderBlocks([headingNamed('a')]);
    dropFiles('[data-kind="tail"]', photos(6));
    await expect.element(groups().nth(1)).toBeVisible();
    await expect.element(description(1)).toHaveFocus();
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    const drawn = [...document.querySelectorAll('[data-block^="image_group"] [data-drawn]')];
    const addresses = () =>
      drawn.map((host) => [...(host.shadowRoot?.querySelectorAll('img') ?? [])].map((image) => image.src));
    await expect
      .poll(() => addresses().map((all) => all.map((src) => src.replace(/.*\//, ''))))
      .toEqual([
        ['1.jpg', '2.jpg', '3.jpg'],
        ['4.jpg', '5.jpg', '6.jpg'],
      ]);
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.element(groups()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Heading: a', exact: true })).toBeVisible();
  });

  it('follow the last block, however far below it they are dropped', async () => {
    await renderBlocks([headingNamed('a')]);
    dropFiles('[data-kind="tail"]:last-child', photos(6));
    await expect.element(groups().nth(1)).toBeVisible();
    await expect.element(page.getByText('White space')).not.toBeInTheDocument();
  });

  it('are described in one strip, from field to field with Enter', async () => {
    await renderBlocks([]);
    dropFiles('[data-kind="tail"]', photos(6));
    await expect.element(description(1)).toHaveFocus();
    // People who cannot see the photos know them by their file names.
    for (const number of [1, 2, 6])
      await expect.element(description(number)).toHaveAccessibleDescription(`${number}.jpg`);
    for (let number = 1; number <= 6; number += 1) await userEvent.keyboard(`Photo ${number}{Enter}`);
    await expect.element(groups().first()).toHaveAccessibleName('Image group 1: Photo 1 Photo 2 Photo 3');
    await expect.element(groups().nth(1)).toHaveAccessibleName('Image group 2: Photo 4 Photo 5 Photo 6');
    await groups().nth(1).click();
    await expect.element(page.getByText('6 of 6')).toBeVisible();
    await expect.element(description(5)).toHaveValue('Photo 5');
    await page.getByText('Decorative', { exact: true }).nth(4).click();
    await expect.element(description(5)).toBeDisabled();
    await expect.element(groups().nth(1)).toHaveAccessibleName('Image group 2: Photo 4 Photo 6');
    await expect.element(page.getByText('5 of 5, 1 decorative')).toBeVisible();
  });

  it('keep their descriptions through Undo and Redo of everything', async () => {
    await renderBlocks([]);
    dropFiles('[data-kind="tail"]', photos(6));
    await expect.element(description(1)).toHaveFocus();
    for (let number = 1; number <= 6; number += 1) await userEvent.keyboard(`Photo ${number}{Enter}`);
    await expect.element(groups().nth(1)).toHaveAccessibleName('Image group 2: Photo 4 Photo 5 Photo 6');
    const press = async (name: 'Undo' | 'Redo') => {
      const button = page.getByRole('button', { name, exact: true }).first();
      for (let times = 0; times < 30 && button.element().ariaDisabled !== 'true'; times += 1)
        await button.click();
    };
    await press('Undo');
    await expect.element(groups()).not.toBeInTheDocument();
    await press('Redo');
    await expect.element(groups().first()).toHaveAccessibleName('Image group 1: Photo 1 Photo 2 Photo 3');
    await expect.element(groups().nth(1)).toHaveAccessibleName('Image group 2: Photo 4 Photo 5 Photo 6');
  });

  it('have their descriptions undone in the order in which they were written', async () => {
    await renderBlocks([headingNamed('a')]);
    dropFiles('[data-kind="tail"]', photos(6));
    await expect.element(description(1)).toHaveFocus();
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    for (let number = 1; number <= 6; number += 1) await userEvent.keyboard(`Photo ${number}{Enter}`);
    await page.getByRole('button', { name: 'Divider', exact: true }).first().click();
    const divider = page.getByRole('main').getByRole('button', { name: /^Divider/ });
    await expect.element(divider).toBeVisible();
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
    await undo.click();
    await expect.element(divider).not.toBeInTheDocument();
    for (const [first, second] of [
      ['1: Photo 1 Photo 2 Photo 3', '2: Photo 4 Photo 5 Photo 6'],
      ['1: Photo 1 Photo 2 Photo 3', '2: Photo 4 Photo 5'],
      ['1: Photo 1 Photo 2 Photo 3', '2: Photo 4'],
      ['1: Photo 1 Photo 2 Photo 3', '2 block'],
      ['1 block', '2 block'],
    ]) {
      await expect.element(groups().first()).toHaveAccessibleName(`Image group ${first}`);
      await expect.element(groups().nth(1)).toHaveAccessibleName(`Image group ${second}`);
      await undo.click();
    }
    await expect.element(groups()).not.toBeInTheDocument();
  });

  it('show a failed one at its place, which is tried again, and the others do not wait for it', async () => {
    FakeUpload.refused.add('2.jpg');
    await renderBlocks([]);
    dropFiles('[data-kind="tail"]', photos(6));
    const canvas = page.getByRole('main');
    const again = canvas.getByRole('button', { name: 'Try again: 2.jpg' });
    await expect.element(again).toBeVisible();
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    await expect.element(canvas.getByText(/^2\.jpg: /)).toBeVisible();
    FakeUpload.refused.clear();
    await again.click();
    await expect.element(canvas.getByRole('list', { name: 'Photos on their way' })).not.toBeInTheDocument();
    const host = document.querySelector('[data-block^="image_group"] [data-drawn]');
    const names = () =>
      [...(host?.shadowRoot?.querySelectorAll('img') ?? [])].map(({ src }) => src.replace(/.*\//, ''));
    await expect.poll(names).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  });

  it('are counted once, when all have been added or have failed', async () => {
    FakeUpload.refused.add('2.jpg');
    await renderBlocks([]);
    dropFiles('[data-kind="tail"]', photos(6));
    await expect.element(page.getByText('5 of 6 photos added, 1 failed', { exact: true })).toBeVisible();
    expect(page.getByText(/photos added/).elements()).toHaveLength(1);
    for (const { name } of photos(2)) FakeUpload.refused.add(name);
    dropFiles('[data-kind="tail"]', photos(2));
    await expect.element(page.getByText('2 photos could not be added', { exact: true })).toBeVisible();
    expect(page.getByText(/photos added/).elements()).toHaveLength(0);
  });

  it('are stopped by Undo while they are uploaded, and go on after Redo', async () => {
    const slow = Promise.withResolvers<void>();
    FakeUpload.answered = slow.promise;
    await renderBlocks([]);
    dropFiles('[data-kind="tail"]', photos(2));
    await expect.element(page.getByRole('main').getByRole('progressbar').first()).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Save changes' }))
      .toHaveAccessibleDescription('Waiting for the upload');
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.element(groups()).not.toBeInTheDocument();
    slow.resolve();
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await expect.element(groups()).toBeVisible();
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    await groups().click();
    await expect.element(page.getByText('0 of 2')).toBeVisible();
  });
});

it('says how many photos are dragged over the canvas', async () => {
  await renderBlocks([headingNamed('a')]);
  const canvas = page.getByRole('main');
  dragFiles('[data-kind="tail"]', photos(6));
  await expect.element(canvas.getByText('Drop 6 photos here')).toBeVisible();
  dragFiles('[data-kind="tail"]', [new File(['x'], 'a.pdf', { type: 'application/pdf' }), ...photos(1)]);
  await expect.element(canvas.getByText('Drop 2 files here')).toBeVisible();
  dropFiles('[data-kind="tail"]', photos(1));
  await expect.element(canvas.getByText(/^Drop \d/)).not.toBeInTheDocument();
});

it('makes groups of several photos that are chosen for a new image', async () => {
  await renderBlocks([headingNamed('a')]);
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await expect.element(page.getByLabelText('Image', { exact: true })).toBeInTheDocument();
  chooseFiles('Image', photos(5));
  await expect.element(groups().nth(1)).toBeVisible();
  await expect.element(description(5)).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.element(groups()).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('main').getByRole('button', { name: /^Image/ }))
    .not.toBeInTheDocument();
});

it('fills a group with what is chosen for it, and puts the rest into groups below', async () => {
  const images = ['a', 'b', 'c'].map((name) => ({ url: `/files/${name}.jpg`, alt: name }));
  await renderBlocks([{ name: 'g', type: 'image_group', value: { images } }]);
  await page.getByRole('button', { name: /^Image group: / }).dblClick();
  await expect.element(page.getByLabelText('Images', { exact: true })).toBeInTheDocument();
  chooseFiles('Images', photos(3));
  await expect.element(groups().nth(1)).toBeVisible();
  await expect.element(page.getByText('3 of 6')).toBeVisible();
  await expect.element(page.getByText('Max 4 files', { exact: true })).toBeInTheDocument();
  // The actions for photos of another group are in its own form.
  const rows = page.getByRole('list', { name: 'Photos', exact: true }).getByRole('listitem');
  await expect.element(rows.first().getByText('Image group 1', { exact: true })).toBeVisible();
  const way = rows.nth(4).getByRole('button', { name: 'Image group 2' });
  await way.click();
  await expect.element(page.getByRole('complementary', { name: 'Edit Image group 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Image group 1', exact: true }).click();
  await description(4).fill('Fourth');
  await expect.element(groups().first()).toHaveAccessibleName('Image group 1: a b c Fourth');
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
  // Undo takes back the typing first, then the photos.
  await undo.click();
  await expect.element(groups().first()).toHaveAccessibleName('Image group 1: a b c');
  await undo.click();
  await expect.element(groups().nth(1)).not.toBeInTheDocument();
  await expect.element(groups().first()).toHaveAccessibleName('Image group: a b c');
});

it('says of a small picture that it will look blurred', async () => {
  const url = `${window.location.origin}/assets/newsletter/file-pdf.png`;
  const images = [{ url, alt: 'Crest' }];
  await renderBlocks([
    { name: 'i', type: 'image', value: { url, alt: 'Crest' } },
    { name: 'g', type: 'image_group', value: { images } },
  ]);
  const note = page.getByText(/^Only 80 pixels wide: it will look blurred/);
  await page.getByRole('button', { name: /^Image: / }).dblClick();
  await expect.element(note).toBeVisible();
  await page.getByRole('button', { name: /^Image group: / }).dblClick();
  await expect.element(page.getByRole('heading', { name: 'Descriptions' })).toBeVisible();
  await expect.element(note).toBeVisible();
});
