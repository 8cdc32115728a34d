// A message that appears under a field moves what stands below it. If that happened between the press and the release
// of the button that was aimed at, the click would be lost. By the mouse's events, which fingers and pens send as well,
// and only once the pointer's are over: it is then that a field is left.
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

/** Runs at once or, while the mouse, a finger or a pen is pressed, once it is up and its click is done. */
export function afterPress(run: () => unknown): void {
  if (pressed) window.addEventListener('mouseup', () => setTimeout(run), { once: true });
  else run();
}
