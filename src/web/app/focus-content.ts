/** Puts the focus on the screen's heading, or where it has none on its content: a reader of the screen hears it. */
export function focusContent(): void {
  const target = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main');
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
