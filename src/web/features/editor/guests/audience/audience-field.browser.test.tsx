import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Block } from '#newsletter/document/document.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { toastStore } from '#ui/feedback/toast.ts';
import { queryClient } from '#web/api/query-client.ts';

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const groupOf = (at: number, name: string, more: object = {}) => ({
  id: uuid(at),
  type: 'group',
  attributes: {
    name,
    members: 31,
    families: 31,
    retired_at: null,
    is_offered: false,
    merged_ids: [],
    ...more,
  },
});
const GROUPS = [
  groupOf(4, 'Year 4', { merged_ids: [uuid(3)] }),
  groupOf(6, 'Year 6', { retired_at: '2030-07-20T12:00:00.000Z' }),
  groupOf(7, 'Choir'),
];

resetBeforeEach();
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/groups')
      ? Response.json({ groups: { data: GROUPS } })
      : await new Promise(() => undefined),
  );
});

const block = (name: string) => page.getByRole('button', { name: new RegExp(`^Heading.*: ${name}$`) });
const who = () => page.getByRole('group', { name: 'Who sees this block' });

it('lets a block be for groups, and says so beside it', async () => {
  await renderBlocks([headingNamed('a', 'Harvest'), headingNamed('b', 'Swimming')], { layout: 'one_column' });
  await block('Swimming').click();
  await who().getByRole('radio', { name: 'Some groups' }).click();
  await expect.element(who().getByText('Nobody sees it until you choose a group.')).toBeVisible();
  await who().getByRole('button', { name: 'Group', exact: true }).click();
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Year 4', 'Choir']);
  await page.getByRole('menuitem', { name: 'Year 4' }).click();
  const status = () => who().getByRole('status').element().textContent;
  await expect.poll(status).toMatch(/^31 families get it in their mail/);
  await expect
    .element(page.getByRole('button', { name: 'Heading 2 (for Year 4): Swimming' }))
    .toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(who().getByText('Nobody sees it until you choose a group.')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const messages = () => toastStore.current().map(({ message }) => message);
  await expect.poll(messages).toEqual([expect.stringMatching(/is saved. Nobody sees it until/)]);
});

it('says that everybody sees the dates of a block, where the school shows its diary', async () => {
  let diary: string | null = null;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/groups')) return Response.json({ groups: { data: GROUPS } });
    if (!url.includes('/events')) return await new Promise(() => undefined);
    return Response.json({ events: { data: [] }, holidays: [], diary });
  });
  const trip = { id: 'a', title: 'Trip', description: 'Bring a coat.', date: '2999-06-01' };
  const blocks: readonly Block[] = [
    { ...headingNamed('b', 'Swimming'), audience: [uuid(7)] },
    { name: 'dates', type: 'event', value: { rows: [trip] }, audience: [uuid(7)] },
  ];
  const words = () => who().getByText(/Everybody sees its dates in the public diary/);
  const hint = () => who().getByText(/The public page leaves it out/);
  await renderBlocks(blocks, { layout: 'one_column' });
  await page.getByRole('button', { name: /^Event.*Trip/ }).click();
  await expect.element(hint()).toBeVisible();
  await expect.element(words()).not.toBeInTheDocument();
  diary = '/diary/oakfield';
  // Others never answer here.
  void queryClient.invalidateQueries();
  await expect.element(words()).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await block('Swimming').click();
  await expect.element(hint()).toBeVisible();
  await expect.element(words()).not.toBeInTheDocument();
});

it('is read as a family, and says what is left out', async () => {
  const four = { ...headingNamed('b', 'Swimming'), audience: [uuid(3)] };
  const choir = { ...headingNamed('c', 'Singing'), audience: [uuid(7)] };
  const six = { ...headingNamed('d', 'Hoodies'), audience: [uuid(6), uuid(9)] };
  await renderBlocks([headingNamed('a', 'Harvest'), four, choir, six], { layout: 'one_column' });
  const readAs = page.getByRole('combobox', { name: 'Read as' });
  await expect.element(readAs).toHaveTextContent('EveryoneA Year 4 familyA Choir familyA family in no group');
  await userEvent.selectOptions(readAs, 'A Year 4 family');
  await expect.element(block('Swimming')).toBeInTheDocument();
  await expect.element(block('Singing')).not.toBeInTheDocument();
  await expect.element(page.getByText('Only Choir')).toBeVisible();
  await expect.element(page.getByText('Nobody', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Read it through' }).click();
  const dialog = page.getByRole('dialog', { name: 'Read it through' });
  await expect.element(dialog.getByTitle('The page, as readers will see it')).toBeVisible();
  const frame = () => document.querySelector('iframe')?.srcdoc ?? '';
  expect(frame()).toContain('Swimming');
  expect(frame()).not.toContain('Singing');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Read as' }), 'Everyone');
  await expect.poll(frame).toContain('Only Choir');
  await userEvent.keyboard('{Escape}');
  await block('Hoodies').click();
  await expect.element(who().getByText('Year 6 (retired)')).toBeVisible();
  await expect.element(who().getByText('A group that was deleted')).toBeVisible();
});

it('shows nothing of it in a school without groups', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ groups: { data: [] } }));
  await renderBlocks([headingNamed('a', 'Harvest')], { layout: 'one_column' });
  await block('Harvest').click();
  await expect.element(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  expect(who().elements()).toEqual([]);
  expect(page.getByRole('combobox', { name: 'Read as' }).elements()).toEqual([]);
});
