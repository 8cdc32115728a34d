import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const photo: Block = { name: 'photo', type: 'image', value: { url: '/files/gate.jpg', alt: 'The gate' } };

/** The places where the canvas shows the photo. Shadow roots are open. */
function shownPhotos(): Element[] {
  const hosts = [...document.querySelectorAll('main *')];
  return hosts
    .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('img[alt="The gate"]') ?? [])])
    .filter((image) => image.checkVisibility({ visibilityProperty: true }));
}

it.each([
  ['poster', 'Cover'],
  ['letter', 'Blocks'],
] as const)('draws a cover once in %s, and selects it where it is seen', async (design, list) => {
  await renderBlocks([photo], { design, layout: 'one_column' });
  await expect.poll(() => shownPhotos().length).toBe(1);
  const block = page.getByRole('list', { name: list }).getByRole('button', { name: /^Image/ });
  const [seen, place] = [shownPhotos()[0], block.element()].map((each) => each?.getBoundingClientRect());
  expect(place?.top).toBeCloseTo(seen?.top ?? 0, -1.5);
  await block.click();
  await expect.element(page.getByRole('complementary', { name: 'Edit Image' })).toBeVisible();
});
