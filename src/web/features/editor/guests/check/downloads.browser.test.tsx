import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { chooseFiles, FakeUpload } from '#test/support/editor/uploads.ts';

/** A file with a fault is named by the check, which leads to the field for another file. */

resetBeforeEach();

it.each([
  ['a scanned PDF', FakeUpload.scans, 'menu.pdf', /This PDF is a picture of text/],
  [
    'a commented document',
    FakeUpload.commented,
    'menu.docx',
    /This document still holds comments. In Word: /,
  ],
])('finds %s until another file is chosen', async (_, found, name, message) => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  found.add(name);
  await renderBlocks([{ name: 'd', type: 'download', value: { name: 'Menu', url: '/files/a.pdf' } }]);
  await page.getByRole('button', { name: /^Download: / }).dblClick();
  await expect.element(page.getByLabelText('Another file')).toBeInTheDocument();
  chooseFiles('Another file', [new File(['x'], name, { type: 'application/pdf' })]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Check: 1 hint' }).click();
  await page.getByRole('button', { name: message }).click();
  const focused = () => document.activeElement?.parentElement?.querySelector('[aria-label="Another file"]');
  await expect.poll(focused).toBeTruthy();
  chooseFiles('Another file', [new File(['x'], 'letter.pdf', { type: 'application/pdf' })]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByRole('button', { name: 'Check: nothing found' })).toBeVisible();
});
