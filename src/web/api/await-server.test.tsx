import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function List({ load }: { load: () => Promise<string> }) {
  const { data, isError } = useQuery({ queryKey: ['list'], queryFn: load, retry: false });
  return <p>{data ?? (isError ? 'No connection' : 'Loading')}</p>;
}

it('loads what has failed once the server answers again, and asks for nothing else', async () => {
  let isUp = false;
  const load = vi.fn(async () => {
    if (!isUp) throw new ApiError(0, { error_message: 'No connection' });
    return 'Harvest news';
  });
  const health = vi.fn(async (_: string) => new Response(null, { status: isUp ? 200 : 503 }));
  vi.stubGlobal('fetch', health);
  render(
    <QueryClientProvider client={queryClient}>
      <List load={load} />
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(12_000);
  expect(screen.getByText('No connection')).toBeDefined();
  expect([health.mock.calls, load.mock.calls.length]).toEqual([[['/health'], ['/health']], 1]);
  isUp = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(screen.getByText('Harvest news')).toBeDefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([health.mock.calls.length, load.mock.calls.length]).toEqual([3, 2]);
});

it('stops asking once nobody looks at what has failed', async () => {
  const health = vi.fn(async () => new Response(null, { status: 503 }));
  vi.stubGlobal('fetch', health);
  const load = () => Promise.reject(new ApiError(503, { error_message: 'Not now' }));
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <List load={load} />
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(6000);
  expect(health).toHaveBeenCalledTimes(1);
  unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(health).toHaveBeenCalledTimes(1);
});

it('asks a server less and less often that answers, but not what it is asked for', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
  let isUp = false;
  const load = vi.fn(async () => {
    if (!isUp) throw new ApiError(503, { error_message: 'Files are not available' });
    return 'Harvest news';
  });
  render(
    <QueryClientProvider client={queryClient}>
      <List load={load} />
    </QueryClientProvider>,
  );
  const loadsAfter = async (ms: number) => {
    load.mockClear();
    await vi.advanceTimersByTimeAsync(ms);
    return load.mock.calls.length;
  };
  // After 5, 10, 20, 40 and then every 80 seconds.
  expect(await loadsAfter(76_000)).toBe(4);
  expect(await loadsAfter(800_000)).toBe(10);
  isUp = true;
  await vi.advanceTimersByTimeAsync(80_000);
  expect(screen.getByText('Harvest news')).toBeDefined();
  // The next outage starts with short waits again.
  isUp = false;
  void queryClient.refetchQueries({ queryKey: ['list'] });
  await vi.advanceTimersByTimeAsync(0);
  isUp = true;
  expect(await loadsAfter(5001)).toBe(1);
});
