import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** The point of a photo that stays in view where it is cut: by pointer and by keyboard, shown at once on the canvas. */

resetBeforeEach();

const art = (name: string) => `${window.location.origin}/newsletter-art/${name}.jpg`;
const drawn = () =>
  [...document.querySelectorAll('[data-drawn]')].flatMap((host) =>
    [...(host.shadowRoot?.querySelectorAll('img[alt]') ?? [])].map(
      (image) => getComputedStyle(image).objectPosition,
    ),
  );
const slider = (name: string) => page.getByRole('slider', { name, exact: true });

it('of a group’s photo is set on it, moved with the arrow keys, and undone', async () => {
  const images = ['art', 'cakes'].map((alt) => ({ url: art(alt), alt }));
  await renderBlocks([{ name: 'g', type: 'image_group', value: { images } }]);
  await page.getByRole('button', { name: /^Image group: / }).dblClick();
  await page.getByRole('button', { name: 'Focal point of image 2' }).click();
  const field = page.getByRole('group', { name: 'Focal point of image 2' });
  await expect.poll(() => field.element().querySelector('img')?.clientWidth).toBeGreaterThan(100);
  const photo = field.element().querySelector('img');
  if (photo === null) throw new TypeError('No photo');
  const { width, height } = photo.getBoundingClientRect();
  await userEvent.click(photo, { position: { x: width * 0.25, y: height * 0.75 } });
  await expect.element(slider('Focal point of image 2, across')).toHaveFocus();
  const pointDrawn = () => (drawn()[1] ?? '').split(' ').map(Number.parseFloat);
  const offBy = ([across = 0, down = 0]: number[]) => Math.abs(across - 25) + Math.abs(down - 75);
  await expect.poll(() => offBy(pointDrawn())).toBeLessThan(6);
  const [across = 0, down = 0] = pointDrawn();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(slider('Focal point of image 2, down')).toHaveFocus();
  await expect
    .element(slider('Focal point of image 2, down'))
    .toHaveAttribute('aria-valuetext', `${down - 5} % from the top`);
  await expect.poll(drawn).toEqual(['50% 50%', `${across}% ${down - 5}%`]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.poll(drawn).toEqual(['50% 50%', '50% 50%']);
});

it('of a single photo is dragged', async () => {
  await renderBlocks([{ name: 'i', type: 'image', value: { url: art('art'), alt: 'A', size: 'full' } }]);
  await page.getByRole('button', { name: /^Image: / }).dblClick();
  const field = page.getByRole('group', { name: 'Focal point of the image' });
  await expect.poll(() => field.element().querySelector('img')?.clientWidth).toBeGreaterThan(100);
  const point = field.element().querySelector('[data-point]');
  const photo = field.element().querySelector('img');
  if (point === null || photo === null) throw new TypeError('No photo');
  await userEvent.dragAndDrop(point, photo, { targetPosition: { x: 2, y: 2 } });
  await expect
    .poll(() => Number(slider('Focal point of the image, across').element().getAttribute('value')))
    .toBeLessThan(15);
});
