import { vi } from 'vitest';

/** Replaces the browser's frames, until `vi.unstubAllGlobals`: a frame comes only when the test runs one. */
export function stubFrames() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    last += 1;
    waiting.set(last, run);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => waiting.delete(frame));
  return {
    asked: () => waiting.size,
    run: () => {
      const frames = [...waiting.values()];
      waiting.clear();
      for (const frame of frames) frame();
    },
  };
}
