import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import {
  AGREEMENT_WORDS,
  IMPORT_MESSAGES,
  type ImportResource,
  type ImportStatus,
  subscriberRoutes,
} from '#contract/subscribers.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '../../test-app.tsx';

const { importSubscribers, lastImport, cancelImport, listSubscribers } = subscriberRoutes;
const SCREEN = '/app/settings/import-subscribers';
const ID = '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22';

const result = {
  added: 1,
  updated: 0,
  skipped: 0,
  errors: [],
  lines: [
    { line: 2, outcome: 'added', first_name: 'Ann', last_name: 'Lee', email: 'ann@x.example' } as const,
  ],
  ignored_columns: [],
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
    created_at: '2026-11-21T09:00:00.000Z',
    finished_at: null,
    result: null,
    ...changes,
  };
  return { id: ID, type: 'subscriber_import', attributes };
}

const stands = (data: ImportResource | null) =>
  answer(lastImport, { status: 200, body: { subscriber_import: { data } } });

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Check);
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  stands(null);
});

/** The request that looks into a file: it tells its progress, which fetch does not. */
class Check {
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
  it('begins only when it is said how the people agreed', async () => {
    openApp(SCREEN);
    await chooseFile();
    await userEvent.click(await screen.findByRole('button', { name: 'Import 1 person' }));
    expect(screen.getByText(IMPORT_MESSAGES.agreement)).toBeDefined();
    expect(imports()).toHaveLength(0);
    await userEvent.click(screen.getByRole('radio', { name: AGREEMENT_WORDS.asked }));
    expect(screen.queryByText(IMPORT_MESSAGES.agreement)).toBeNull();
    stands(importOf('running', { added: 0, done: 0 }));
    answer(importSubscribers, () => {
      stands(importOf('done', { added: 1, result: { ...result, dry_run: false } }));
      return { status: 200, body: { import: { ...result, dry_run: false } } };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 person' }));
    await screen.findByText(/1 person added/);
    expect(imports().at(-1)?.url).toContain('agreement=asked');
  });

  it('that is under way is shown to whoever opens the screen, and can be cancelled', async () => {
    stands(importOf('running'));
    openApp(SCREEN);
    await screen.findByText('Importing… 33%');
    const canceling = importOf('canceling');
    answer(
      cancelImport,
      () => {
        stands(importOf('canceled', { added: 0, done: 0 }));
        return { status: 200, body: { subscriber_import: { data: canceling } } };
      },
      { id: ID },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel import' }));
    await screen.findByText('The import was cancelled. Your list is as it was before.');
    await userEvent.click(screen.getByRole('button', { name: 'Import another file' }));
    await screen.findByLabelText(/CSV file/);
  });

  it('is followed on when the connection of its own call breaks', async () => {
    openApp(SCREEN);
    await chooseFile();
    await userEvent.click(await screen.findByRole('radio', { name: AGREEMENT_WORDS.told }));
    answer(importSubscribers, () => {
      stands(importOf('running'));
      throw new TypeError('Failed to fetch');
    });
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 person' }));
    await screen.findByText('Importing… 33%');
    stands(importOf('done', { added: 3000 }));
    await screen.findByText('3,000 people added.');
  });

  it('that has ended is told of, with its lines', async () => {
    stands(importOf('done', { added: 1, result: { ...result, dry_run: false } }));
    openApp(SCREEN);
    const last = within(await screen.findByRole('region', { name: 'Last import' }));
    expect(last.getByText('Last import: parents.csv, 21/11/2026. 1 person added.')).toBeDefined();
    await userEvent.click(last.getByRole('button', { name: 'Show its lines' }));
    await screen.findByText('ann@x.example');
  });

  it('is spoken of above the list that it adds to', async () => {
    stands(importOf('running'));
    const body = { subscribers: { data: [] }, total: 0, total_pages: 1 };
    answer(listSubscribers, { status: 200, body });
    openApp('/app/settings/manage-users?show=subscribers');
    expect((await screen.findByText(/is being imported/)).textContent).toBe(
      'parents.csv is being imported: 1,000 of 3,000 lines. Show the import',
    );
  });
});

it('asks for no file before it knows whether an import is under way', async () => {
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
