import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { whenIdle } from './when-idle.ts';

/** How often, in milliseconds: an event that tells of a change may have been missed. */
const REFRESH = MINUTE_MS;

/**
 * Loads something that opening a newsletter does not need: once the browser is idle, then from time to time while the
 * window is looked at, and when the network is back. `first`: when the first time is. Returns a function that stops it.
 */
export function refreshWhileSeen(
  refresh: () => Promise<void>,
  first: (run: () => void) => void = whenIdle,
): () => void {
  let isStopped = false;
  const refreshSeen = () => {
    if (document.visibilityState === 'visible') void refresh();
  };
  first(() => {
    if (!isStopped) void refresh();
  });
  const timer = setInterval(refreshSeen, REFRESH);
  document.addEventListener('visibilitychange', refreshSeen);
  window.addEventListener('online', refreshSeen);
  return () => {
    isStopped = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refreshSeen);
    window.removeEventListener('online', refreshSeen);
  };
}
