import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { confirm } from './confirm.ts';
import { ConfirmHost } from './confirm-host.tsx';

const answered = vi.fn();
const QUESTION = {
  title: 'Delete ‘Autumn news’?',
  message: 'This cannot be undone.',
  confirmLabel: 'Delete newsletter',
  destructive: true,
};

beforeEach(async () => {
  answered.mockReset();
  render(
    <MantineProvider env="test">
      <button type="button" onClick={() => void confirm(QUESTION).then(answered)}>
        Delete
      </button>
      <ConfirmHost />
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByRole('dialog', { name: QUESTION.title });
});

describe('a question', () => {
  it('resolves to yes when confirmed', async () => {
    screen.getByText('This cannot be undone.');
    await userEvent.click(screen.getByRole('button', { name: 'Delete newsletter' }));
    await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(true));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('resolves to no when cancelled', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(false));
  });

  it('resolves to no on Escape, and restores the focus', async () => {
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(false));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' })));
  });

  it('resolves to no when another question is asked', async () => {
    const second = confirm({ title: 'Discard changes?', confirmLabel: 'Discard' });
    await screen.findByRole('dialog', { name: 'Discard changes?' });
    expect(answered).toHaveBeenCalledExactlyOnceWith(false);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(await second).toBe(true);
  });
});

it('resolves to no on Escape while the dialog loads, which is then not shown', async () => {
  cleanup();
  render(
    <MantineProvider env="test">
      <ConfirmHost />
    </MantineProvider>,
  );
  let answer = Promise.resolve(true);
  act(() => {
    answer = confirm(QUESTION);
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(await answer).toBe(false);
  await act(async () => void (await import('./confirm-dialog.tsx')));
  expect(screen.queryByRole('dialog')).toBeNull();
});
