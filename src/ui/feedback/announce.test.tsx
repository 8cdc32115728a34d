import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announce } from './announce.ts';
import { Announcer } from './announcer.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says a sentence, which is gone again before anybody finds it on another screen', async () => {
  render(<Announcer />);
  act(() => announce('families.csv is checked'));
  expect(screen.getByText('families.csv is checked')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  act(() => announce('3 families added'));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('3 families added')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.queryByText('3 families added')).toBeNull();
});
