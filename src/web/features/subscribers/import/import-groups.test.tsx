import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { groupRoutes } from '#contract/groups/groups.ts';
import type { ImportUndoing } from '#contract/groups/import-groups.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { AGREEMENT_LABELS, type ImportReply, subscriberRoutes } from '#contract/subscribers.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';

const { importSubscribers, lastImport, importUndoing, undoImport } = subscriberRoutes;
const ID = '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22';
const CHOIR = crypto.randomUUID();

const checked: ImportReply['import'] = {
  dry_run: true,
  added: 2,
  updated: 0,
  skipped: 0,
  errors: [],
  lines: [],
  ignored_columns: ['Phone'],
  columns: [
    { index: 3, heading: 'Club', is_groups: true },
    { index: 5, heading: 'Band', is_groups: false },
  ],
  group_values: [
    { value: 'Singing', families: 2, group: 'Singing', is_new: true },
    { value: 'N/A', families: 1, group: null, is_new: false },
  ],
  email_columns: [],
  unknown_words: [],
  doubts: [],
  letters: null,
  mended: [],
  joined: 0,
  marked: 0,
  marked_on_list: 0,
  came_back: 0,
  leaves: false,
  missing: 3,
};

const sent: string[] = [];
/** A fake XMLHttpRequest for the check of a file, which records the groups that it was given. */
class FakeXhr {
  readonly upload = {};
  readonly status = 200;
  readonly responseText = JSON.stringify({ import: checked });
  onload: (() => void) | null = null;
  open = vi.fn();
  abort = vi.fn();
  setRequestHeader = vi.fn();
  getResponseHeader = () => null;
  send = (body: FormData) => void this.answer(body);
  async answer(body: FormData): Promise<void> {
    const groups = body.get('groups');
    sent.push(groups instanceof File ? await groups.text() : '');
    this.onload?.();
  }
}

const attributes = {
  file_name: 'parents.csv',
  agreement: 'told',
  status: 'done',
  total: 2,
  done: 2,
  added: 2,
  updated: 0,
  skipped: 0,
  unreadable: 0,
  created_at: '2026-11-21T09:00:00.000Z',
  finished_at: '2026-11-21T09:00:01.000Z',
  refusal: null,
  has_result: false,
  undoable_until: '2026-12-21T09:00:01.000Z',
  missing: 3,
} as const;

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(lastImport, { status: 200, body: { subscriber_import: { data: null } } });
  const group = {
    name: 'Choir',
    members: 1,
    families: 1,
    retired_at: null,
    is_offered: false,
    merged_ids: [],
  };
  answer(groupRoutes.listGroups, {
    status: 200,
    body: { groups: { data: [{ id: CHOIR, type: 'group', attributes: group }] } },
  });
});

async function chooseFile(): Promise<void> {
  openApp('/app/settings/import-subscribers');
  const file = new File(['Name,Email\nAnn Lee,ann@x.example'], 'parents.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText(/CSV file/), file);
}

it('shows the groups of a file, and checks it again with another choice', async () => {
  await chooseFile();
  expect(await screen.findByText('Left out: Phone.')).toBeTruthy();
  expect(screen.getByText(/^3 families on your list are not in this file/)).toBeTruthy();
  const values = within(screen.getByRole('region', { name: 'Groups in the file' }));
  expect(values.getByText('New group', { exact: true })).toBeTruthy();
  expect(values.getByText('Only what everyone gets')).toBeTruthy();
  await userEvent.selectOptions(values.getByLabelText('‘Singing’ becomes'), 'Choir');
  await expect.poll(() => sent).toHaveLength(2);
  const none = { value: 'N/A', group: null };
  expect(JSON.parse(sent[1] ?? '')).toEqual({
    columns: [3],
    values: [{ value: 'Singing', group: 'Choir' }, none],
    ...{ emails: [], words: [], leaves: false },
  });
  await userEvent.click(screen.getByText('Other columns (1)'));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Band' }));
  await expect.poll(() => sent).toHaveLength(3);
  expect(JSON.parse(sent[2] ?? '')).toMatchObject({ columns: [3, 5] });
});

it('imports with the groups that were shown', async () => {
  await chooseFile();
  answer(importSubscribers, { status: 200, body: { import: { ...checked, dry_run: false } } });
  await userEvent.click(await screen.findByRole('radio', { name: AGREEMENT_LABELS.told }));
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 families' }));
  expect(await screen.findByText('2 families added.')).toBeTruthy();
  expect(received.some(({ url }) => url.includes('agreement=told'))).toBe(true);
});

/** Asks to undo the last import, and finds the question. */
async function askToUndo(undoing: ImportUndoing) {
  answer(lastImport, {
    status: 200,
    body: { subscriber_import: { data: { id: ID, type: 'subscriber_import', attributes } } },
  });
  answer(importUndoing, { status: 200, body: { undoing } }, { id: ID });
  openApp('/app/settings/import-subscribers');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo import' }));
  return within(await screen.findByRole('dialog', { name: 'Undo the import of parents.csv?' }));
}

function answerUndone(): void {
  answer(
    undoImport,
    () => {
      const undone = { ...attributes, status: 'undone', undoable_until: null, missing: null } as const;
      const body = {
        subscriber_import: { data: { id: ID, type: 'subscriber_import', attributes: undone } as const },
      };
      answer(lastImport, { status: 200, body });
      return { status: 200, body };
    },
    { id: ID },
  );
}

it('says no longer what it added once it is undone', async () => {
  await chooseFile();
  answer(importSubscribers, () => {
    const data = { id: ID, type: 'subscriber_import', attributes } as const;
    answer(lastImport, { status: 200, body: { subscriber_import: { data } } });
    return { status: 200, body: { import: { ...checked, dry_run: false } } };
  });
  const undoing = { removed: 2, kept: 0, renamed: 0, regrouped: 0, rejoined: 0, groups: [] };
  answer(importUndoing, { status: 200, body: { undoing } }, { id: ID });
  answerUndone();
  await userEvent.click(await screen.findByRole('radio', { name: AGREEMENT_LABELS.told }));
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 families' }));
  await screen.findByText('2 families added.');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo import' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Undo import' }));
  await screen.findByText(/^Last import: parents\.csv.* The import was undone\.$/);
  expect(screen.queryByText('2 families added.')).toBeNull();
});

it('is undone after a question that says what happens', async () => {
  answerUndone();
  const undoing = { removed: 2, kept: 1, renamed: 0, regrouped: 0, rejoined: 0, groups: ['Singing'] };
  const dialog = await askToUndo(undoing);
  expect(screen.getByText('Show them').getAttribute('href')).toContain('filter=not_in_file');
  const text =
    '2 families that it added leave your list. The new group ‘Singing’ will be deleted. 1 family was changed since, and will not be touched.';
  expect(dialog.getByText(text)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Undo import' }));
  expect(await screen.findByText(/^Last import.* The import was undone/)).toBeTruthy();
});

it.each([
  [
    { removed: 1, kept: 0, renamed: 2, regrouped: 0, rejoined: 0, groups: [] },
    '1 family that it added leaves your list. 2 families get the name from before.',
  ],
  [
    { removed: 0, kept: 1, renamed: 0, regrouped: 3, rejoined: 0, groups: ['Elm', 'Oak'] },
    '3 families leave the groups that it put them into. The new groups ‘Elm’ and ‘Oak’ will be deleted. 1 family was changed since, and will not be touched.',
  ],
  [
    { removed: 0, kept: 0, renamed: 0, regrouped: 0, rejoined: 2, groups: [] },
    '2 families that it unsubscribed get your newsletters again.',
  ],
  [
    { removed: 0, kept: 0, renamed: 0, regrouped: 0, rejoined: 0, groups: [] },
    'There is nothing left to take back.',
  ],
])('says what undoing does: %o', async (undoing, text) => {
  const dialog = await askToUndo(undoing);
  expect(dialog.getByText(text)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
});
