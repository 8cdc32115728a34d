import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { withoutNumber } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

resetBeforeEach();

const blocks: readonly Block[] = [
  { name: 'one', type: 'heading', value: { text: 'Absence' } },
  { name: 'two', type: 'heading', value: { text: 'Call us' } },
  { name: 'three', type: 'heading', value: { text: 'The end' } },
];
const ID = '11111111-1111-4111-8111-111111111111';
const attributes = {
  kind: 'blocks',
  name: 'Head’s sign-off',
  layout_type: 'one_column',
  created_at: '2026-11-01T10:00:00.000Z',
};
const item = { id: ID, type: 'saved_item', attributes };
const whole = {
  ...item,
  attributes: {
    ...attributes,
    design: null,
    colours: null,
    code: [
      { name: 'one', type: 'heading', value: { text: 'Yours' } },
      { name: 'two', type: 'heading', value: { text: 'Ngozi Okafor' } },
    ],
  },
};

/** Answers the calls of saved items; resolves to what was posted. */
function serveSaved(): unknown[] {
  const posted: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { pathname } = new URL(url, window.location.origin);
    const answer = (body: unknown, status = 200) =>
      Promise.resolve(new Response(JSON.stringify(body), { status }));
    if (!pathname.includes('/saved_items')) return new Promise(() => undefined);
    if (init.method === 'POST') {
      posted.push(JSON.parse(String(init.body)));
      return answer({ saved_item: { data: whole } }, 201);
    }
    return answer({ saved_item: { data: pathname.endsWith(ID) ? whole : [item] } });
  });
  return posted;
}

const headings = () =>
  page
    .getByRole('button', { name: /^Heading( \d+)?: / })
    .elements()
    .map((element) => withoutNumber(element.getAttribute('aria-label')));

describe('saved blocks', () => {
  it('are inserted below the selected block, as one step of undo', async () => {
    serveSaved();
    await renderBlocks(blocks, { layout: 'one_column' });
    await page.getByRole('button', { name: /^Heading( \d+)?: Absence/ }).click({ position: { x: 5, y: 5 } });
    await page.getByRole('button', { name: 'Head’s sign-off', exact: true }).click();
    await expect
      .poll(headings)
      .toEqual([
        'Heading: Absence',
        'Heading: Yours',
        'Heading: Ngozi Okafor',
        'Heading: Call us',
        'Heading: The end',
      ]);
    // As any new block, the first has the caret.
    await expect.element(page.getByRole('complementary', { name: 'Edit Heading 2' })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: /^Heading \d$/ })).toHaveFocus();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect.poll(headings).toEqual(['Heading: Absence', 'Heading: Call us', 'Heading: The end']);
  });

  it('are offered behind a tile where the picker has room for icons alone', async () => {
    await page.viewport(1024, 768);
    serveSaved();
    await renderBlocks(blocks, { layout: 'one_column' });
    const tile = page.getByRole('button', { name: 'Saved', exact: true });
    await tile.click();
    const list = page.getByRole('dialog', { name: 'Saved', exact: true });
    await list.getByRole('button', { name: 'Options for Head’s sign-off' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog', { name: 'Rename' }).getByRole('button', { name: 'Cancel' }).click();
    await tile.click();
    await list.getByRole('button', { name: 'Head’s sign-off', exact: true }).click();
    await expect.element(list).not.toBeInTheDocument();
    await expect.poll(headings).toContain('Heading: Ngozi Okafor');
    await expect.element(page.getByRole('textbox', { name: /^Heading \d$/ })).toHaveFocus();
  });

  it('are kept under a name, with the ones below if wanted', async () => {
    const posted = serveSaved();
    await renderBlocks(blocks, { layout: 'one_column' });
    await page.getByRole('button', { name: /^Heading( \d+)?: Absence/ }).click({ position: { x: 5, y: 5 } });
    await page.getByRole('button', { name: 'Keep for other newsletters' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep for other newsletters' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(dialog.getByText('Please give it a name')).toBeVisible();
    await dialog.getByLabelText('Name').fill('Absence line');
    await dialog.getByLabelText('How many blocks, from this one down').fill('2');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(posted).toEqual([
      { saved_item: { kind: 'blocks', name: 'Absence line', code: blocks.slice(0, 2) } },
    ]);
  });
});
