/** Whether a frame has just been painted, and nothing else has run since. */
let isPainted = false;

/**
 * Runs something in the first task after the next frame. What has come of such a task asks for no frame of its own, only for a
 * task. Returns a function that stops it.
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
      // After React's commit of what is changed here, which is a microtask as well.
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
