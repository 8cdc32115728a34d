import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { forceColours } from '#test/forced-colours.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

it('frames the chosen preview alone in forced colours', async () => {
  await forceColours();
  await renderBlocks([headingNamed('Clubs')]);
  const preview = page.getByRole('radiogroup', { name: 'Preview' });
  const framed = () =>
    [...document.querySelectorAll('[aria-label="Preview"] label')]
      .filter((label) => getComputedStyle(label).outlineStyle !== 'none')
      .map(({ textContent }) => textContent);
  for (const view of ['Phone', 'Mail', 'Desktop']) {
    await preview.getByText(view, { exact: true }).click();
    await expect.poll(framed).toEqual([view]);
  }
});
