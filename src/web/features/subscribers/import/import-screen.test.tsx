import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { IMPORT_GROUP_MESSAGES } from '#contract/groups/import-groups.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import {
  AGREEMENT_LABELS,
  type ImportResource,
  type ImportStatus,
  SUBSCRIBER_MESSAGES,
  subscriberRoutes,
} from '#contract/subscribers.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { wordsOnScreen } from '#test/support/web/words-on-screen.ts';

const { importSubscribers, lastImport, importResult, cancelImport, listSubscribers } = subscriberRoutes;
const SCREEN = '/app/settings/import-subscribers';
const ID = '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22';

const result = {
  added: 1,
  updated: 0,
  skipped: 0,
  joined: 0,
  mended: [],
  letters: null,
  errors: [],
  lines: [
    { line: 2, outcome: 'added', first_name: 'Ann', last_name: 'Lee', email: 'ann@x.example' } as const,
  ],
  ignored_columns: [],
  columns: [],
  group_values: [],
  email_columns: [],
  unknown_words: [],
  doubts: [],
  marked: 0,
  marked_on_list: 0,
  leaves: false,
  missing: 0,
};

function importOf(status: ImportStatus, changes: Partial<ImportResource['attributes']> = {}): ImportResource {
  const attributes: ImportResource['attributes'] = {
    file_name: 'parents.csv',
    agreement: 'told',
    status,
    total: 3000,
    done: status === 'done' ? 3000 : 1000,
    added: 1000,
    updated: 0,
    skipped: 0,
    joined: 0,
    unreadable: 0,
    created_at: '2026-11-21T09:00:00.000Z',
    finished_at: null,
    refusal: null,
    has_result: false,
    undoable_until: null,
    missing: null,
    ...changes,
  };
  return { id: ID, type: 'subscriber_import', attributes };
}

const serveLastImport = (data: ImportResource | null) =>
  answer(lastImport, { status: 200, body: { subscriber_import: { data } } });

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  serveLastImport(null);
});

/** A fake XMLHttpRequest for the dry run, which reports progress. */
class FakeXhr {
  readonly upload = {};
  readonly status = 200;
  readonly responseText = JSON.stringify({ import: { ...result, dry_run: true } });
  onload: (() => void) | null = null;
  open = vi.fn();
  setRequestHeader = vi.fn();
  getResponseHeader = () => null;
  send = () => queueMicrotask(() => this.onload?.());
}

const file = new File(['Name,Email\nAnn Lee,ann@x.example'], 'parents.csv', { type: 'text/csv' });
async function chooseFile(): Promise<void> {
  await userEvent.upload(await screen.findByLabelText(/CSV file/), file);
}
const imports = () => received.filter(({ call }) => call === 'POST /api/v1/subscribers/import');

describe('an import', () => {
  it('requires an answer how the people agreed', async () => {
    openApp(SCREEN);
    await chooseFile();
    const button = await screen.findByRole('button', { name: 'Import 1 family' });
    const question = screen.getByRole('radiogroup', { name: /^How did these families agree/ });
    // Nothing is invalid before anybody has answered: browsers would mark required radios so.
    expect(question.getAttribute('aria-invalid')).toBeNull();
    for (const radio of within(question).getAllByRole('radio')) {
      expect(radio.hasAttribute('required')).toBe(false);
      expect(radio.getAttribute('aria-invalid')).toBeNull();
    }
    await userEvent.click(button);
    expect(screen.getByText(SUBSCRIBER_MESSAGES.agreement)).toBeDefined();
    expect(question.getAttribute('aria-invalid')).toBe('true');
    expect(imports()).toHaveLength(0);
    await userEvent.click(screen.getByRole('radio', { name: AGREEMENT_LABELS.asked }));
    expect(screen.queryByText(SUBSCRIBER_MESSAGES.agreement)).toBeNull();
    serveLastImport(importOf('running', { added: 0, done: 0 }));
    answer(importSubscribers, () => {
      serveLastImport(importOf('done', { added: 1 }));
      return { status: 200, body: { import: { ...result, dry_run: false } } };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 family' }));
    await screen.findByText(/1 family added/);
    expect(imports().at(-1)?.url).toContain('agreement=asked');
  });

  it.each([
    [null, /The file could not be read. Your list is as it was before./],
    [IMPORT_MESSAGES.interrupted, /interrupted. Please upload it again. Your list is as it was before./],
    [IMPORT_GROUP_MESSAGES.full, /Limit is 60 groups. Please choose fewer .* Your list is as it was before./],
  ])('says later why it was refused: %s', async (refusal, text) => {
    serveLastImport(importOf('failed', { refusal }));
    openApp(SCREEN);
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('is shown on opening the screen while it runs, and can be cancelled', async () => {
    serveLastImport(importOf('running'));
    openApp(SCREEN);
    await screen.findByText('Importing… 33%');
    const canceling = importOf('canceling');
    answer(
      cancelImport,
      () => {
        serveLastImport(importOf('canceled', { added: 0, done: 0 }));
        return { status: 200, body: { subscriber_import: { data: canceling } } };
      },
      { id: ID },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel import' }));
    await screen.findByText('The import was cancelled. Your list is as it was before.');
    await userEvent.click(screen.getByRole('button', { name: 'Import another file' }));
    await screen.findByLabelText(/CSV file/);
  });

  it('is still followed if its own call loses the connection', async () => {
    openApp(SCREEN);
    await chooseFile();
    await userEvent.click(await screen.findByRole('radio', { name: AGREEMENT_LABELS.told }));
    answer(importSubscribers, () => {
      serveLastImport(importOf('running'));
      throw new TypeError('Failed to fetch');
    });
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 family' }));
    await screen.findByText('Importing… 33%');
    serveLastImport(importOf('done', { added: 3000 }));
    await screen.findByText('3,000 families added.');
  });

  it('is shown with its lines after it has finished', async () => {
    serveLastImport(importOf('done', { added: 1, unreadable: 2, has_result: true }));
    answer(importResult, { status: 200, body: { import: { ...result, dry_run: false } } }, { id: ID });
    openApp(SCREEN);
    const last = within(await screen.findByRole('region', { name: 'Last import' }));
    expect(
      last.getByText('Last import: parents.csv, 21/11/2026. 1 family added. 2 lines could not be read.'),
    ).toBeDefined();
    await userEvent.click(last.getByRole('button', { name: 'Show its lines' }));
    await screen.findByText('ann@x.example');
  });

  it('is mentioned above the list while it runs', async () => {
    serveLastImport(importOf('running'));
    const body = { subscribers: { data: [] }, total: 0, total_pages: 1 };
    answer(listSubscribers, { status: 200, body });
    openApp('/app/settings/manage-users?show=subscribers');
    expect((await screen.findByText(/is being imported/)).textContent).toBe(
      'parents.csv is being imported: 1,000 of 3,000 lines. Show the import',
    );
  });
});

describe('an import while its file is uploaded', () => {
  async function begin(): Promise<{ router: ReturnType<typeof openApp>; end: (how: () => void) => void }> {
    const router = openApp(SCREEN);
    await chooseFile();
    await userEvent.click(await screen.findByRole('radio', { name: AGREEMENT_LABELS.told }));
    const { promise, resolve } = Promise.withResolvers<void>();
    const lines = [
      ...result.lines,
      { line: 3, outcome: 'error', first_name: '', last_name: '', email: 'none' },
    ];
    answer(importSubscribers, async () => {
      await promise;
      const errors = [{ line: 3, message: 'Email' }];
      return { status: 200, body: { import: { ...result, lines, errors, dry_run: false } } };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 family' }));
    await screen.findByText('Importing…');
    const end = (how: () => void) => {
      how();
      resolve();
    };
    return { router, end };
  }
  const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('asks before the page is closed or left, until the server has the file', async () => {
    const { router } = await begin();
    expect(asksBeforeClosing()).toBe(true);
    void router.navigate('/app/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    serveLastImport(importOf('reading', { total: 0, done: 0, added: 0 }));
    await screen.findByRole('button', { name: 'Cancel import' });
    expect(asksBeforeClosing()).toBe(false);
    void router.navigate('/app/settings');
    await screen.findByRole('heading', { level: 1, name: 'My settings' });
  });

  // The server may finish before the first poll.
  it('shows its result, however fast it finishes', async () => {
    const { end } = await begin();
    end(() => serveLastImport(importOf('done', { added: 1, unreadable: 1 })));
    const done = within(await screen.findByRole('region', { name: 'Done' }));
    expect(done.getByText('1 family added. 1 line could not be read.')).toBeDefined();
    await screen.findByRole('button', { name: /^1\s*Cannot be read$/ });
    await userEvent.click(done.getByRole('button', { name: 'Import another file' }));
    await screen.findByLabelText(/CSV file/);
  });
});

it('shows an import that starts after the screen was opened', async () => {
  openApp(SCREEN);
  await screen.findByLabelText(/CSV file/);
  serveLastImport(importOf('running'));
  await screen.findByText('Importing… 33%', undefined, { timeout: 10_000 });
});

it('shows an import found when the window gets the focus again', async () => {
  openApp(SCREEN);
  await screen.findByLabelText(/CSV file/);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
  serveLastImport(importOf('running'));
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Importing… 33%');
  vi.useRealTimers();
});

it('asks for no file before the last import is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const body = { subscriber_import: { data: importOf('running') } };
  answer(lastImport, async () => {
    await promise;
    return { status: 200, body };
  });
  openApp(SCREEN);
  await screen.findByRole('heading', { name: 'Import subscribers' });
  expect(screen.queryByText('What the file looks like')).toBeNull();
  resolve();
  await screen.findByRole('button', { name: 'Cancel import' });
});

it('says in 61 words what to do', async () => {
  openApp(SCREEN);
  await screen.findByLabelText('CSV file');
  expect(wordsOnScreen().length, wordsOnScreen().join(' ')).toBeLessThanOrEqual(61);
});
