import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubFrames } from '#test/support/editor/frames.ts';
import { afterFrame } from './after-frame.ts';

let frames: ReturnType<typeof stubFrames>;
const runFrame = async () => {
  frames.run();
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  frames = stubFrames();
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
  expect(frames.asked()).toBe(0);
  await vi.advanceTimersByTimeAsync(5);
  expect(second).toHaveBeenCalledTimes(1);
  expect(third).toHaveBeenCalledTimes(1);
  // Later it waits for a frame again.
  afterFrame(() => undefined);
  expect(frames.asked()).toBe(1);
});
