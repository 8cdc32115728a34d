/** Whether a frame has just been painted, and nothing else has run since. */
let isPainted = false;

/**
 * Runs a function in the first task after the next frame. A call from within such a task waits for no further frame, only for
 * a task. Returns a function that cancels it.
 */
export function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (isPainted) {
    timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      isPainted = true;
      // Reset after React has committed the changes made here, which is a microtask as well.
      try {
        run();
      } finally {
        queueMicrotask(() => {
          isPainted = false;
        });
      }
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
