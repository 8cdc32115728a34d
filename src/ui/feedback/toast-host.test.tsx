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
  it('are announced: errors assertively, others politely', () => {
    act(() => {
      toast.error('Server error');
      toast.success('Successfully saved');
    });
    expect(within(screen.getByRole('alert')).getByText('Server error')).toBeDefined();
    const polite = screen.getAllByRole('status').map((region) => region.textContent);
    expect(polite).toContain('Successfully saved');
  });

  it('show success and errors on the right, info on the left', () => {
    act(() => {
      toast.success('Typed');
      toast.info('Untyped');
    });
    const left = screen.getByText('Untyped').compareDocumentPosition(screen.getByText('Typed'));
    expect(left & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('Untyped').closest('[class*="left"]')).not.toBeNull();
    expect(screen.getByText('Typed').closest('[class*="right"]')).not.toBeNull();
  });

  it('run their action once and close', async () => {
    const run = vi.fn();
    act(() => void toast.success('‘Test newsletter’ deleted', { action: { label: 'Undo', run } }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('‘Test newsletter’ deleted')).toBeNull();
  });

  it('show the same message only once', () => {
    act(() => {
      toast.error('Server error');
      toast.error('Server error');
    });
    expect(screen.getAllByText('Server error')).toHaveLength(1);
  });

  it('go as soon as what they say is not true any more, and with the screen that they are about', () => {
    const listeners = new Set<() => void>();
    let isTrue = true;
    const subscribe = (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    act(() => {
      toast.info('Event is not saved', { while: { isTrue: () => isTrue, subscribe } });
      toast.success('Newsletter is published', { isOfScreen: true });
      toast.leaveFor(window.location.pathname);
      for (const listener of listeners) listener();
    });
    expect(screen.getByText('Event is not saved')).toBeDefined();
    expect(screen.getByText('Newsletter is published')).toBeDefined();
    isTrue = false;
    act(() => {
      toast.leaveFor('/app/newsletters');
      for (const listener of listeners) listener();
    });
    expect(screen.queryByText('Event is not saved')).toBeNull();
    expect(screen.queryByText('Newsletter is published')).toBeNull();
    expect(listeners.size).toBe(0);
  });

  it('close by themselves, but not while focused', () => {
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
