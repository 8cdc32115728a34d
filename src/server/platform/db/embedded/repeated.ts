/** Does work again and again, one run at a time. What fails is tried again the next time. Returns a function that stops it. */
export function repeated(work: () => Promise<void>, everyMs: number): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(work).catch(() => undefined);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
