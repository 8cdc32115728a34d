/** Runs a function once the browser is idle, at the latest after three seconds. */
export function whenIdle(run: () => void): void {
  // Not every browser has `requestIdleCallback`.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 3000 });
  else run();
}
