// An error message that appears when a field loses focus moves the content below. If that happened between press and
// release of a button, the click would be lost. Mouse events are used because touch and pens also send them, after the
// pointer events, which is when the field loses focus.
let pressed = false;
window.addEventListener(
  'mousedown',
  () => {
    pressed = true;
  },
  true,
);
for (const end of ['mouseup', 'dragend']) {
  window.addEventListener(
    end,
    () => {
      pressed = false;
    },
    true,
  );
}

/** Calls `run` at once or, while a mouse button, finger or pen is down, after its release and click. */
export function afterPress(run: () => unknown): void {
  if (pressed) window.addEventListener('mouseup', () => setTimeout(run), { once: true });
  else run();
}

/**
 * Calls `run` at once or, while a mouse button, finger or pen is down, at its release: nothing moves below the finger,
 * and the click acts on what `run` has changed.
 */
export function atRelease(run: () => unknown): void {
  if (pressed) window.addEventListener('mouseup', run, { once: true, capture: true });
  else run();
}
