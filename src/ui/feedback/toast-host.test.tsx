import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

beforeEach(() => {
  render(
    <MantineProvider env="test">
      <ToastHost />
    </MantineProvider>,
  );
});
afterEach(() => {
  vi.useRealTimers();
  act(() => toast.clear());
});

describe('toasts', () => {
  it('are read out: errors at once, others when there is time', () => {
    act(() => {
      toast.error('Server error');
      toast.success('Successfully saved');
    });
    expect(within(screen.getByRole('alert')).getByText('Server error')).toBeDefined();
    const polite = screen.getAllByRole('status').map((region) => region.textContent);
    expect(polite).toContain('Successfully saved');
  });

  it('stand right when they are typed, left otherwise', () => {
    act(() => {
      toast.success('Typed');
      toast.info('Untyped');
    });
    const left = screen.getByText('Untyped').compareDocumentPosition(screen.getByText('Typed'));
    expect(left & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('Untyped').closest('[class*="left"]')).not.toBeNull();
    expect(screen.getByText('Typed').closest('[class*="right"]')).not.toBeNull();
  });

  it('offer what can be done, once', async () => {
    const run = vi.fn();
    act(() => void toast.success('‘Test newsletter’ deleted', { action: { label: 'Undo', run } }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('‘Test newsletter’ deleted')).toBeNull();
  });

  it('say the same thing once', () => {
    act(() => {
      toast.error('Server error');
      toast.error('Server error');
    });
    expect(screen.getAllByText('Server error')).toHaveLength(1);
  });

  it('go by themselves, but not while somebody is at them', () => {
    vi.useFakeTimers();
    act(() => void toast.success('Copied to clipboard', { action: { label: 'Undo', run: () => undefined } }));
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.getByText('Copied to clipboard')).toBeDefined();
    act(() => screen.getByRole('button', { name: 'Undo' }).blur());
    act(() => vi.advanceTimersByTime(10_000));
    expect(screen.queryByText('Copied to clipboard')).toBeNull();
  });
});
