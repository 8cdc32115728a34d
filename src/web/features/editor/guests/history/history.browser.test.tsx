import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { type Kept, serveStates } from '#test/support/editor/states.ts';
import { queryClient } from '#web/api/query-client.ts';

resetBeforeEach();
beforeEach(() => queryClient.clear());

const text = (name: string, words: string): Block => ({
  name,
  type: 'text',
  value: { html: `<p>${words}</p>` },
});
const BEFORE = [
  headingNamed('title', 'Harvest'),
  text('thanks', 'We filled eleven crates.'),
  headingNamed('gone', 'Attendance'),
];
const NOW = [
  headingNamed('title', 'Harvest'),
  text('thanks', 'We filled fourteen crates.'),
  headingNamed('fresh', 'Lost property'),
];
const STATES: readonly Kept[] = [
  { code: NOW },
  { reason: 'published', code: BEFORE },
  { reason: 'created', code: [], title: 'Untitled' },
];

const button = (name: string | RegExp) => page.getByRole('button', { name });
const panel = () => page.getByRole('complementary', { name: 'History' });
async function openHistory(code: readonly Block[] = NOW) {
  await renderBlocks(code, { layout: 'one_column' });
  await button(/^Saved \d\d/).click();
  await panel()
    .getByRole('button', { name: /^Published/ })
    .click();
}
/** The words of a kind of mark on the canvas. */
const marked = (name: 'ins' | 'del') =>
  [...document.querySelectorAll('main[data-steps] [data-drawn]')].flatMap((host) =>
    [...(host.shadowRoot?.querySelectorAll(name) ?? [])].map((each) => each.textContent),
  );
const expectShown = (words: string | RegExp) => expect.element(page.getByText(words)).toBeInTheDocument();

describe('the history', () => {
  it('opens with the newsletter as it is now, and offers nothing before an earlier time is chosen', async () => {
    serveStates(STATES);
    await renderBlocks(NOW, { layout: 'one_column' });
    await button(/^Saved \d\d/).click();
    const now = panel().getByRole('button', { name: /work As it is now, Ivy Walker/ });
    await expect.element(now).toHaveAttribute('aria-pressed', 'true');
    await expectShown(/^As it is now\. Choose/);
    expect(panel().getByRole('button', { name: 'Restore all' }).elements()).toEqual([]);
    expect(document.querySelectorAll('main:not([hidden]), main#main')).toHaveLength(1);
    await button(/^Published/).click();
    await expect.element(button('Restore all')).toBeVisible();
  });

  it('shows what has changed since a state, and steps from change to change', async () => {
    serveStates(STATES);
    await openHistory();
    await expect.element(panel().getByText('Sent to 214')).toBeVisible();
    await expect.poll(() => marked('ins')).toEqual(['fourteen']);
    expect(marked('del')).toEqual(['eleven', 'Attendance']);
    await expect.element(button(/^Changed: words Ivy Walker, Thu 1 Oct, 09:00 \(/)).toBeVisible();
    await expect.element(button(/^Added/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'As families saw it' })).toBeVisible();
    await expect.element(page.getByRole('status').getByText('3 changes')).toBeInTheDocument();
    expect(document.title).toMatch(/^History of News/);
    await expect.element(button(/^Removed/)).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expectShown('1 of 3: Text “We filled fourteen crates.” changed');
    await expect.element(button(/^Changed: words/)).toHaveFocus();
    await userEvent.tab();
    await expect.element(button('Restore block')).toHaveFocus();
    await button('Next change').click();
    await expectShown(/^2 of 3: /);
    await userEvent.keyboard('k');
    await expectShown(/^1 of 3: /);
    await page.getByText('As it was').click();
    await expect.poll(() => [...marked('ins'), ...marked('del')]).toEqual([]);
    await expect.element(button('Next change')).not.toBeInTheDocument();
    await expect.element(button('Restore all')).toBeVisible();
  });

  it('has what two people save in turn in one line, with each save below it', async () => {
    const [ada, ivy] = ['Ada Bell', 'Ivy Walker'];
    const at = (minute: number) => `2026-10-02T09:0${minute}:00.000Z`;
    serveStates([
      { code: NOW, person: ivy, at: at(3) },
      { code: NOW, person: ada, at: at(2) },
      { code: BEFORE, person: ivy, at: at(1) },
      { code: [], reason: 'created', at: at(0) },
    ]);
    await renderBlocks(NOW, { layout: 'one_column' });
    await button(/^Saved \d\d/).click();
    const entries = () => panel().getByRole('listitem').elements().length;
    await expect.element(button(/^Two minutes of work As it is now, Ivy Walker and Ada Bell/)).toBeVisible();
    expect(entries()).toBe(3);
    await button('2 earlier saves').click();
    expect(entries()).toBe(5);
    await panel()
      .getByRole('button', { name: /^A moment’s work Ivy Walker/ })
      .click();
    await expect.poll(() => marked('ins')).toEqual(['fourteen']);
  });

  it('restores one block at once, and takes it back', async () => {
    const { saves } = serveStates(STATES);
    await openHistory();
    await button(/^Removed/).click();
    await button('Restore block').click();
    await expect.element(button(/^Removed/)).not.toBeInTheDocument();
    await expect.element(page.getByRole('main')).toHaveFocus();
    await expect.poll(() => saves.at(-1)?.restores).toBe(true);
    await button('Undo').click();
    await expect.element(button(/^Removed/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button(/^Saved \d\d/)).toHaveFocus();
    await expect.element(button('Heading 2: Lost property')).toBeVisible();
    await button('Save draft').click();
    await expect.poll(() => saves.at(-1)?.restores).toBeUndefined();
  });

  it('asks before it restores what others have saved since, and Undo takes it back', async () => {
    const { saves } = serveStates(STATES);
    await openHistory();
    await button(/^Started/).click();
    await expectShown('Title changed');
    await button('Restore all').click();
    const question = page.getByRole('dialog', { name: 'Restore all for everybody?' });
    await expect.element(question.getByText(/^Ivy Walker has saved since you opened it\. /)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(button('Restore all')).toHaveFocus();
    expect(saves).toEqual([]);
    await button('Restore all').click();
    await question.getByRole('button', { name: 'Restore all' }).click();
    await expect.element(page.getByText('Your newsletter starts here')).toBeVisible();
    await expect.poll(() => saves.at(-1)).toEqual({ restores: true, title: 'Untitled' });
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(button(/Harvest/)).toBeVisible();
  });

  it('saves what is typed before it lists the states', async () => {
    const { listed } = serveStates(STATES);
    await renderBlocks(NOW, { layout: 'one_column' });
    await button(/^Text: We filled/).click();
    await userEvent.keyboard('{End} Thank you.');
    await button(/^Sav(ed|ing…)/).click();
    await expect.element(panel().getByRole('button', { name: /Published/ })).toBeVisible();
    expect(listed()[0]).toBeGreaterThan(1);
    await button(/^Published/).click();
    await expect.poll(() => marked('ins')).toEqual(['fourteen', 'Thank you.']);
  });

  it('compares any two states', async () => {
    serveStates(STATES);
    await openHistory();
    const choice = panel().getByRole('combobox', { name: 'Compare with' });
    await choice.selectOptions(choice.getByRole('option', { name: /^Started, Ivy Walker, / }));
    await expect.element(button(/^Removed/)).not.toBeInTheDocument();
    await expectShown('Title changed');
    await button('Next change').click();
    expect(button('Restore block').elements()).toEqual([]);
  });

  it('says that nothing has changed', async () => {
    serveStates([{ code: BEFORE }, { reason: 'published', code: BEFORE }]);
    await openHistory(BEFORE);
    await expect.element(page.getByText('No changes since.')).toBeVisible();
    expect(button('Restore all').elements()).toEqual([]);
  });

  it('says that it could not be loaded, and tries again', async () => {
    const server = serveStates(STATES);
    server.fail(true);
    await renderBlocks(NOW, { layout: 'one_column' });
    await button(/^Saved \d\d/).click();
    await expect.element(page.getByText('We could not load the history')).toBeVisible();
    server.fail(false);
    await button('Try again').click();
    await expect.element(button(/Published/)).toBeVisible();
  });

  it('lists older states on demand', async () => {
    serveStates(Array.from({ length: 40 }, (_, at) => STATES[Math.min(at, 1)] ?? { code: [] }));
    await renderBlocks(NOW, { layout: 'one_column' });
    await button(/^Saved \d\d/).click();
    await expect.poll(() => panel().getByRole('listitem').elements().length).toBe(30);
    await button('Show older').click();
    await expect.poll(() => panel().getByRole('listitem').elements().length).toBe(41);
  });
});
