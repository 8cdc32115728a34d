import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { chooseFiles, FakeUpload } from '#test/support/editor/uploads.ts';

/** The check asks for captions of an uploaded film, and leads to their field. */

resetBeforeEach();

it('of a film are added where the check leads, from a SubRip file too', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  await renderBlocks([{ name: 'v', type: 'video', value: { url: '/files/a.mp4', title: 'Assembly' } }]);
  await page.getByRole('button', { name: 'Check: 1 hint' }).click();
  await page.getByRole('button', { name: /This video has no captions/ }).click();
  const focused = () => document.activeElement?.parentElement?.querySelector('[aria-label="Captions"]');
  await expect.poll(focused).toBeTruthy();
  chooseFiles('Captions', [new File(['1\n00:00:01,000 --> 00:00:02,000\nHello'], 'play.srt')]);
  await expect.element(page.getByRole('button', { name: 'Remove the captions' })).toBeVisible();
  const host = document.querySelector('[data-block="v"] [data-drawn]');
  await expect
    .poll(() => host?.shadowRoot?.querySelector('track')?.getAttribute('src'))
    .toMatch(/\/files\/a\/play\.vtt$/);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByRole('button', { name: 'Check: nothing found' })).toBeVisible();
});
