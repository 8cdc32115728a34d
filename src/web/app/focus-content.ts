/** Focuses the screen's heading, or its content if it has none, so that screen readers announce it. */
export function focusContent(): void {
  const target = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main');
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
