/** The element that shows a keystroke, or its shadow root. */
export interface Watched {
  readonly in: string;
}

/**
 * Runs in the page. Times each keystroke in milliseconds: from the timestamp of the key event, so that waiting for a
 * busy page counts, to the frame after the change was painted.
 */
export function watchKeystrokes(watched: Watched): number[] {
  const times: number[] = [];
  const element = document.querySelector(watched.in);
  const target = element?.shadowRoot ?? element;
  if (!target) throw new Error(`Nothing matches ${watched.in}`);
  let pressed: number | null = null;
  window.addEventListener(
    'keydown',
    (event) => {
      pressed = event.timeStamp;
    },
    true,
  );
  new MutationObserver(() => {
    const from = pressed;
    if (from === null) return;
    pressed = null;
    // A task of a frame runs after the frame is painted, and this one before others.
    requestAnimationFrame(() => {
      void scheduler.postTask(() => times.push(performance.now() - from), { priority: 'user-blocking' });
    });
  }).observe(target, { childList: true, subtree: true, characterData: true });
  return times;
}
