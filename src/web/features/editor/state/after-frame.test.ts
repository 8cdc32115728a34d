import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFrame } from './after-frame.ts';

let frames: (() => void)[] = [];
const runFrame = async () => {
  for (const frame of frames.splice(0)) frame();
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.splice(frame - 1, 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('runs in a task after the frame, unless it is stopped', async () => {
  const [run, stopped] = [vi.fn(), vi.fn()];
  afterFrame(run);
  afterFrame(stopped)();
  await vi.advanceTimersByTimeAsync(50);
  expect(run).not.toHaveBeenCalled();
  await runFrame();
  expect(run).toHaveBeenCalledTimes(1);
  expect(stopped).not.toHaveBeenCalled();
});

it('asks for no other frame for what comes of it, in the same task or right after', async () => {
  const [second, third] = [vi.fn(), vi.fn()];
  afterFrame(() => {
    afterFrame(second);
    queueMicrotask(() => afterFrame(third));
  });
  await runFrame();
  expect(frames).toEqual([]);
  await vi.advanceTimersByTimeAsync(5);
  expect(second).toHaveBeenCalledTimes(1);
  expect(third).toHaveBeenCalledTimes(1);
  // Later there is a frame to wait for again.
  afterFrame(() => undefined);
  expect(frames).toHaveLength(1);
});
