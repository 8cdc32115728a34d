const STEP_MS = 50;

/**
 * Calls `act` once the event loop has turned for `ms`, unless the returned function is called before. While this process is too busy
 * to read answers, no time passes: a timer of Node.js goes off before what has long arrived is read.
 */
export function afterTurning(ms: number, act: () => void): () => void {
  let left = Math.ceil(ms / STEP_MS);
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    act();
  }, STEP_MS);
  timer.unref();
  return () => clearInterval(timer);
}
