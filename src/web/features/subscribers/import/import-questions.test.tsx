import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { IMPORT_DOUBTS } from '#contract/families/import-messages.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { type ImportReply, subscriberRoutes } from '#contract/subscribers.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { withAddress } from './file-choice.ts';

/** The questions of a file's preview, and the answers that it sends. */

const person = { first_name: '', last_name: '', outcome: 'skipped' } as const;
let checked: ImportReply['import'];
const sent: string[] = [];

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
    const choice = body.get('groups');
    sent.push(choice instanceof File ? await choice.text() : '');
    this.onload?.();
  }
}

beforeEach(() => {
  sent.length = 0;
  checked = {
    ...{ dry_run: true, added: 0, updated: 0, skipped: 2, errors: [], ignored_columns: [], columns: [] },
    lines: [
      { ...person, line: 2, email: 'ann@x.example' },
      { ...person, line: 2, email: 'ben@x.example' },
    ],
    email_columns: [
      { index: 0, heading: 'Parent 1 email', is_used: true },
      { index: 1, heading: 'Parent 2 email', is_used: true },
    ],
    unknown_words: [{ word: 'pending', families: 1, is_on: null }],
    doubts: [IMPORT_DOUBTS.damaged('‘ZoÃ«’')],
    ...{ joined: 0, mended: [], letters: null },
    ...{ marked: 2, marked_on_list: 0, came_back: 0, leaves: true, group_values: [], missing: 0 },
  };
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(groupRoutes.listGroups, { status: 200, body: { groups: { data: [] } } });
  answer(subscriberRoutes.lastImport, { status: 200, body: { subscriber_import: { data: null } } });
});

async function chooseFile(query = ''): Promise<void> {
  openApp(`/app/settings/import-subscribers${query}`);
  const file = new File(['Email'], 'parents.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText(/CSV file/), file);
  await screen.findByText('2 people from 1 line.');
}
const lastChoice = (): unknown => JSON.parse(sent.at(-1) ?? '');

it('says how many people its lines name, and what looks wrong', async () => {
  await chooseFile();
  expect(screen.getByText(/^Some letters were damaged .*‘ZoÃ«’/)).toBeTruthy();
});

it('asks which addresses are taken, and what an unknown word means', async () => {
  await chooseFile();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Parent 2 email' }));
  await expect.poll(() => sent).toHaveLength(2);
  expect(lastChoice()).toMatchObject({ emails: [0], words: [], leaves: true });
  const question = await screen.findByLabelText(/What does ‘pending’ mean/);
  await userEvent.selectOptions(question, 'They have left, or said no');
  await expect.poll(() => sent).toHaveLength(3);
  expect(lastChoice()).toMatchObject({ words: [{ word: 'pending', is_on: false }] });
});

it('offers to keep off the list who has left elsewhere, without asking how they agreed', async () => {
  await chooseFile();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(
    screen.getByRole('checkbox', { name: /^2 families in this file have unsubscribed elsewhere/ }),
  ).toBeTruthy();
  answer(subscriberRoutes.importSubscribers, {
    status: 200,
    body: { import: { ...checked, dry_run: false } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Keep 2 families off the list' }));
  await expect.poll(() => received.some(({ url }) => url.includes('agreement='))).toBe(true);
});

it('shows the lines of a family’s other children apart from those left out', async () => {
  const joined = { ...person, line: 3, email: 'ann@x.example', same_as: 2 };
  checked = { ...checked, skipped: 3, lines: [...checked.lines, joined] };
  openApp('/app/settings/import-subscribers');
  const file = new File(['Email'], 'parents.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText(/CSV file/), file);
  expect(await screen.findByRole('button', { name: /^1 ?Same family/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^2 ?Left out/ })).toBeTruthy();
});

it('lists addresses that are probably others, and takes what was meant with one press', async () => {
  const taken = { ...person, outcome: 'added' } as const;
  const doubtful = ['ann@gmial.com', 'ben@outlok.com', 'cat@x.example'];
  const lines = doubtful.map((email, index) => ({ ...taken, line: index + 2, email }));
  checked = { ...checked, lines: [...lines, { ...person, line: 9, email: 'off@gmial.com' }] };
  openApp('/app/settings/import-subscribers');
  const file = new File(['Email'], 'parents.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText(/CSV file/), file);
  const list = await screen.findByRole('region', { name: 'Please look at these addresses' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(within(list).getByRole('button', { name: 'Use ann@gmail.com' }));
  await expect.poll(() => sent).toHaveLength(2);
  const first = { line: 2, email: 'ann@gmial.com', mended: 'ann@gmail.com' };
  expect(lastChoice()).toMatchObject({ mended: [first] });
  await userEvent.click(screen.getByRole('button', { name: 'Use both' }));
  await expect.poll(() => sent).toHaveLength(3);
  const second = { line: 3, email: 'ben@outlok.com', mended: 'ben@outlook.com' };
  expect(lastChoice()).toMatchObject({ mended: [first, second] });
});

it('says of whom mail came back elsewhere', async () => {
  checked = { ...checked, marked: 3, came_back: 1 };
  await chooseFile();
  const words = /^2 families in this file have unsubscribed elsewhere, and mail to 1 family came back/;
  expect(screen.getByRole('checkbox', { name: words })).toBeTruthy();
});

it('asks how the names are written where the file does not say it', async () => {
  checked = {
    ...checked,
    letters: {
      charset: 'windows-1252',
      choices: [
        { charset: 'windows-1252', words: ['Donèev'] },
        { charset: 'windows-1250', words: ['Dončev'] },
      ],
    },
  };
  await chooseFile();
  const question = screen.getByRole('combobox', { name: 'How are these written?' });
  await userEvent.selectOptions(question, 'Dončev (Central European)');
  await expect.poll(() => sent).toHaveLength(2);
  expect(lastChoice()).toMatchObject({ charset: 'windows-1250' });
});

it('takes a mended address there and then', async () => {
  const wrong = { ...person, outcome: 'error', line: 3, email: 'cat@x', mendable: true } as const;
  const pupil = {
    ...person,
    outcome: 'error',
    line: 4,
    email: 'pupil@x.example',
    message: 'A pupil',
  } as const;
  const errors = [wrong, pupil].map(({ line }) => ({ line, message: 'Wrong' }));
  checked = { ...checked, errors, lines: [wrong, pupil] };
  openApp('/app/settings/import-subscribers');
  const file = new File(['Email'], 'parents.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText(/CSV file/), file);
  const field = await screen.findByRole('textbox', { name: 'Email in line 3' });
  expect(screen.queryByRole('textbox', { name: 'Email in line 4' })).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, 'cat@x.example{Enter}');
  await expect.poll(() => sent).toHaveLength(2);
  expect(lastChoice()).toMatchObject({ mended: [{ line: 3, email: 'cat@x', mended: 'cat@x.example' }] });
});

it('takes an address that is mended twice', () => {
  const wrong = { ...person, outcome: 'error', line: 3, email: 'cat@x' } as const;
  const once = withAddress(checked, wrong, 'cat@y');
  expect(withAddress(once, { ...wrong, email: 'cat@y' }, 'cat@y.example').mended).toEqual([
    { line: 3, email: 'cat@x', mended: 'cat@y.example' },
  ]);
});

it('leads on to the newsletter that is being sent', async () => {
  const id = crypto.randomUUID();
  await chooseFile(`?sending=${id}`);
  answer(subscriberRoutes.importSubscribers, {
    status: 200,
    body: { import: { ...checked, dry_run: false } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Keep 2 families off the list' }));
  const link = await screen.findByRole('link', { name: 'Go on to send' });
  expect(link.getAttribute('href')).toContain(id);
});
