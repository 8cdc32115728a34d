import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { chooseFiles, FakeUpload } from '#test/support/editor/uploads.ts';

/** How the editor reports deleted files that the newsletter still shows. */

resetBeforeEach();

const KEY = `${'a'.repeat(32)}.png`;
const WORDS = 'This picture was deleted. Choose another.';
const picture: Block<'image'> = {
  name: 'i',
  type: 'image',
  value: { url: `/files/${KEY}`, alt: 'Pumpkins' },
};
const slot = () =>
  page
    .getByLabelText(/^Left column/)
    .getByRole('listitem')
    .first();

it('reports a deleted picture on the block, in its form and in the check until another is chosen', async () => {
  await renderBlocks([picture, headingNamed('a')], { missing: [KEY] });
  await expect.element(slot().getByText(WORDS)).toBeVisible();
  await page.getByRole('button', { name: 'Check: 1 error' }).click();
  const found = page
    .getByRole('complementary', { name: 'Check' })
    .getByRole('button', { name: /This picture was deleted/ });
  await found.click();
  const form = page.getByRole('complementary', { name: 'Edit Image' });
  await expect.element(form.getByText(WORDS)).toBeVisible();
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  await expect.element(form.getByRole('group', { name: 'Another image' })).toBeVisible();
  chooseFiles('Another image', [new File(['b'], 'b.png', { type: 'image/png' })]);
  await expect.element(slot().getByText(WORDS)).not.toBeInTheDocument();
  await expect.element(form.getByText(WORDS)).not.toBeInTheDocument();
});

it('asks before publishing without a file that was deleted meanwhile', async () => {
  const published: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return new Promise(() => undefined);
    published.push(JSON.parse(String(body)));
    if (published.length > 1) return new Promise(() => undefined);
    return Promise.resolve(
      Response.json({ error_message: 'Deleted', missing_files: [KEY] }, { status: 409 }),
    );
  });
  await renderBlocks([picture, headingNamed('a')]);
  await expect.element(slot().getByText(WORDS)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Something is missing from this' });
  await expect.element(question.getByRole('button', { name: /This picture was deleted/ })).toBeVisible();
  await expect.element(slot().getByText(WORDS)).toBeVisible();
  expect(published).toEqual([{ news_letter: { version: 1, missing_files: [] } }]);
  await question.getByRole('button', { name: 'Publish anyway' }).click();
  const sure = page.getByRole('dialog', { name: 'Publish “News” as it is?' });
  await expect.element(sure.getByText('What was deleted is left out.')).toBeVisible();
  await sure.getByRole('button', { name: 'Publish as it is' }).click();
  await expect.poll(() => published[1]).toEqual({ news_letter: { version: 1, missing_files: [KEY] } });
});
