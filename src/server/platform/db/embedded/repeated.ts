/** Work that is done again and again. */
export interface Repeated {
  /** Does it once more, as soon as no run is under way. */
  now(): void;
  /** Resolves when the last run is over. */
  stop(): Promise<void>;
}

/** Does work again and again, one run at a time. What fails is tried again the next time. */
export function repeated(work: () => Promise<void>, everyMs: number): Repeated {
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const now = () => {
    if (!isStopped) running = running.then(work).catch(() => undefined);
  };
  const timer = setInterval(now, everyMs);
  timer.unref();
  return {
    now,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
