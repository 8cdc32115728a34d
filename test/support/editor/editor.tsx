import { MantineProvider } from '@mantine/core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { NewsletterResource } from '#contract/newsletters.ts';
import type { SchoolResource } from '#contract/school.ts';
import type { DesignId } from '#newsletter/designs/index.ts';
import type { Block, LayoutType } from '#newsletter/document/document.ts';
import { ConfirmHost } from '#ui/dialogs/confirm-host.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { ToastHost } from '#ui/feedback/toast-host.tsx';
import { Queries } from '#web/api/queries.tsx';
import { cssVariables, theme } from '#web/app/theme.ts';
import '#web/app/tokens.css';
import '#web/styles/global.css';
import '#web/styles/app-controls.ts';
import { Editor } from '#web/features/editor/editor.tsx';
import { openJournal } from '#web/features/editor/saving/journal.ts';
import { type JournalStore, webStorageStore } from '#web/features/editor/saving/journal-store.ts';

const ID = '4f0b2f0e-6c2d-4a39-9b61-0f3d5d8c7a11';
/** The school of the tests. */
export const testSchool: SchoolResource['attributes'] = {
  name: 'Oakfield',
  logo: null,
  email: 'office@school.example',
  email_confirmed: true,
  phone: '1',
  website: null,
  primary_color: '#1f5d45',
  secondary_color: null,
  design: 'letter',
  logo_aspect: null,
  postal_address: '',
  language: 'en',
  time_zone: 'Europe/London',
  search_engines: false,
  closes_at: null,
  suspended_for: null,
  second_factor: 'nobody',
  second_factor_days: null,
  second_factor_from: null,
  subscription_status: 'trial',
  subscription_plan: 'trial',
  subscription_end_date: null,
  plan_ended: false,
  approval: false,
  approval_binds_owner: false,
  diary_url: null,
  newsletters_url: null,
};

/** A newsletter of these blocks in the server's form. */
export function editedNewsletter(
  code: readonly Block[],
  {
    title = 'News',
    missing = [],
    design = null,
    layout = 'two_columns_center',
    carriedOver = null,
    issueDate = null,
  }: Options,
): NewsletterResource {
  const moment = '2026-10-01T10:00:00.000Z';
  return {
    id: ID,
    type: 'news_letter',
    attributes: {
      title,
      body: '',
      layout_type: layout,
      design,
      colours: null,
      issue_date: issueDate,
      status: 'draft',
      slug: null,
      has_unpublished_changes: false,
      created_at: moment,
      updated_at: moment,
      code: [...code],
      footerContent: '',
      carried_over: carriedOver,
      missing_files: [...missing],
      version: 1,
      published_at: null,
    },
  };
}

/** For tests in a real browser: each starts on a desktop, with empty storage and a server that never answers. */
export function resetBeforeEach(): void {
  beforeEach(async () => {
    await page.viewport(1440, 900);
    localStorage.clear();
    toast.clear();
    // These tests are not about saving.
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
}

interface Options {
  readonly title?: string;
  readonly language?: string;
  /** Deleted files of the blocks. */
  readonly missing?: readonly string[];
  readonly design?: DesignId | null;
  readonly layout?: LayoutType;
  readonly carriedOver?: NewsletterResource['attributes']['carried_over'];
  readonly issueDate?: string | null;
  readonly journalStore?: JournalStore;
  /** Whether the school has newsletters approved. */
  readonly approval?: boolean;
}

/** For tests in a real browser: renders the editor with these blocks. */
export async function renderBlocks(blocks: readonly Block[], options: Options = {}) {
  const journal = await openJournal(options.journalStore ?? webStorageStore, 'journal:me:one:tab');
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <Editor
          newsletter={editedNewsletter(blocks, options)}
          journal={journal}
          school={{ ...testSchool, language: options.language ?? 'en', approval: options.approval ?? false }}
        />
      ),
    },
  ]);
  await render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <Queries>
        <RouterProvider router={router} />
        <ConfirmHost />
        <ToastHost />
      </Queries>
    </MantineProvider>,
  );
}
