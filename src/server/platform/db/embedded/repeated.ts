/** Work that is done again and again. */
export interface Repeated {
  /** Runs the work once more, as soon as no run is in progress. */
  now(): void;
  /** Resolves after the last run. */
  stop(): Promise<void>;
}

/** Repeats work, one run at a time. A failed run is tried again the next time. */
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
