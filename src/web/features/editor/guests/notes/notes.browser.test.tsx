import axe from 'axe-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type NoteThread, noteForm } from '#contract/notes.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const ADA = { id: uuid(1), name: 'Ada Bell' };
/** A contributor, whose part is the second heading. */
const HUGH = { id: uuid(3), name: 'Hugh Hughes' };
const IVY = { id: uuid(2), name: 'Ivy Walker' };

const note = (id: string, text: string) => ({
  id,
  person_id: IVY.id,
  person_name: IVY.name,
  text,
  created_at: '2026-10-01T09:21:00.000Z',
  edited_at: null,
});
const threadOn = (name: string, at: number, ...texts: string[]): NoteThread => ({
  id: uuid(at),
  type: 'note_thread',
  attributes: {
    block: { name, type: 'heading' },
    resolved_at: null,
    notes: texts.map((text, index) => note(uuid(at * 100 + index), text)),
  },
});

/** A server with notes: two on the first heading, one on a block that is gone. `refuse`: it takes no more. */
function serveNotes(refuse: { now: boolean }) {
  let threads = [
    threadOn('first', 11, 'Can we thank the kitchen team too?', 'Yes!'),
    threadOn('gone', 12, 'Old'),
  ];
  const sent: { readonly text: string; readonly mentions: readonly string[] }[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (url.endsWith('/parts')) return Response.json({ part: { data: [] }, people: [ADA, HUGH, IVY] });
    if (!/\/note/.test(url)) return await new Promise<Response>(() => undefined);
    if (method === 'GET') {
      const colleagues = [ADA, IVY].map((each) => ({ ...each, parts: null }));
      const hugh = { ...HUGH, parts: ['second'] };
      return Response.json({ note_thread: { data: threads }, colleagues: [...colleagues, hugh] });
    }
    if (refuse.now) return Response.json({ error_message: 'Too busy' }, { status: 503 });
    if (method === 'POST') {
      const { id, block, text, mentions } = noteForm.parse(JSON.parse(String(body)).note);
      sent.push({ text, mentions });
      const before = threads.find(({ attributes }) => attributes.block?.name === block?.name);
      const thread = before ?? threadOn(block?.name ?? '', 13);
      const notes = [...thread.attributes.notes, note(id, text)];
      const data = { ...thread, attributes: { ...thread.attributes, notes, resolved_at: null } };
      threads = [...threads.filter((each) => each !== before), data];
      return Response.json({ note_thread: { data } }, { status: 201 });
    }
    const { resolved } = JSON.parse(String(body));
    const resolved_at = resolved ? '2026-10-01T10:00:00.000Z' : null;
    threads = threads.map((each) =>
      url.endsWith(each.id) ? { ...each, attributes: { ...each.attributes, resolved_at } } : each,
    );
    const data = threads.find((each) => url.endsWith(each.id));
    return Response.json({ note_thread: { data } });
  });
  return sent;
}

resetBeforeEach();
beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

const button = (name: string | RegExp) => page.getByRole('button', { name });
const panel = () => page.getByRole('complementary', { name: 'Notes' });

it('shows, writes and resolves the notes at a block; what is typed outlives a call that fails', async () => {
  const refuse = { now: true };
  const sent = serveNotes(refuse);
  await renderBlocks([headingNamed('first', 'Harvest'), headingNamed('second', 'Dates')], {
    layout: 'one_column',
  });
  await button('2 notes on Heading 1').click();
  await expect.element(panel().getByText('Yes!')).toBeVisible();
  await expect.element(panel().getByRole('button', { name: 'Heading 1', exact: true })).toHaveFocus();
  await button('Resolved 1').click();
  await expect.element(panel().getByRole('region', { name: 'Notes on Heading, deleted' })).toBeVisible();
  const { violations } = await axe.run('aside');
  expect(violations.map(({ id }) => id)).toEqual([]);

  const reply = panel().getByRole('textbox', { name: 'Reply on Heading 1' });
  await expect.element(reply).toHaveAccessibleDescription(/^Name a colleague with @/);
  await reply.click();
  await expect.element(panel().getByText(/Families see no notes\.$/)).toBeVisible();
  await userEvent.keyboard('@bel');
  await expect.element(page.getByRole('option', { name: 'Ada Bell' })).toBeVisible();
  await userEvent.keyboard('{Enter}please look');
  expect(
    panel()
      .getByText(/reads no notes/)
      .elements(),
  ).toEqual([]);
  await expect.element(reply).toHaveValue('@Ada Bell please look');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(panel().getByText('Too busy. Your words are kept here.')).toBeVisible();
  await expect.element(reply).toHaveAccessibleDescription(/^Too busy.*Name a colleague with @/);
  await userEvent.keyboard('{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
  await expect.element(button('Heading 1: Harvest')).toHaveFocus();
  refuse.now = false;
  await button('2 notes on Heading 1').click();
  await panel().getByRole('button', { name: 'Send' }).click();
  await expect.element(button('3 notes on Heading 1')).toBeVisible();
  await expect.element(reply).toHaveValue('');
  await expect.element(reply).toHaveFocus();
  expect(sent).toEqual([{ text: '@Ada Bell please look', mentions: [ADA.id] }]);

  await button('Resolve: Heading 1').click();
  await expect.element(button('3 notes on Heading 1')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Notes', exact: true })).toHaveFocus();
  await button('Undo').last().click();
  await expect.element(button('3 notes on Heading 1')).toBeVisible();
});

it('begins a thread at the selected block, whose tag then has the number', async () => {
  const sent = serveNotes({ now: false });
  await renderBlocks([headingNamed('first', 'Harvest'), headingNamed('second', 'Dates')]);
  await button('Heading 2: Dates').click();
  await button('Write a note').click();
  const field = panel().getByRole('textbox', { name: 'Note on Heading 2' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Too early?');
  await panel().getByRole('button', { name: 'Send' }).click();
  await expect.element(button('1 note on Heading 2')).toBeVisible();
  expect(sent).toEqual([{ text: 'Too early?', mentions: [] }]);
  await button('Heading 2: Dates').click();
  await expect.element(button('Notes: 1')).toBeVisible();
  await expect.element(button('1 note on Heading 2')).not.toBeInTheDocument();
  expect(document.querySelector('[data-block="second"] [data-tag]')?.textContent).toContain('1');
});

it('offers a contributor at parts of theirs alone, and says so elsewhere', async () => {
  const sent = serveNotes({ now: false });
  await renderBlocks([headingNamed('first', 'Harvest'), headingNamed('second', 'Dates')], {
    layout: 'one_column',
  });
  await button('2 notes on Heading 1').click();
  const reply = panel().getByRole('textbox', { name: 'Reply on Heading 1' });
  await reply.click();
  await userEvent.keyboard('@Hugh Hughes please look');
  expect(panel().getByRole('option').elements()).toEqual([]);
  await expect.element(panel().getByText(/^Hugh Hughes is a contributor, and reads notes/)).toBeVisible();
  await button('Heading 2: Dates').click();
  await button('Write a note').click();
  await expect.element(panel().getByText('Hugh Hughes can read this: it is their part.')).toBeVisible();
  await panel().getByRole('textbox', { name: 'Note on Heading 2' }).click();
  await userEvent.keyboard('@hug{Enter}how high?');
  await panel().getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => sent).toEqual([{ text: '@Hugh Hughes how high?', mentions: [HUGH.id] }]);
});

it('shows the notes on a phone although the list of blocks is open', async () => {
  serveNotes({ now: false });
  await page.viewport(375, 812);
  await renderBlocks([headingNamed('first', 'Harvest')], { layout: 'one_column' });
  await button('Add a block').click();
  await expect.element(page.getByRole('complementary', { name: 'Add a block' })).toBeVisible();
  await button('2 notes on Heading').click();
  await expect.element(panel()).toBeVisible();
  await expect.element(panel().getByText('Yes!')).toBeVisible();
  await panel().getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('region', { name: 'Tools' })).toBeVisible();
});

it('keeps the keyboard in the notes where their sheet is the whole screen', async () => {
  serveNotes({ now: false });
  await page.viewport(320, 256);
  await renderBlocks([headingNamed('first', 'Harvest')], { layout: 'one_column' });
  await expect.element(button('2 notes on Heading')).toBeVisible();
  button('2 notes on Heading').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel().getByText('Yes!')).toBeVisible();
  for (let press = 0; press < 20; press += 1) {
    await userEvent.keyboard('{Tab}');
    const at = document.activeElement;
    expect(at === document.body || panel().element().contains(at), `${press}: ${at?.outerHTML}`).toBe(true);
  }
});
