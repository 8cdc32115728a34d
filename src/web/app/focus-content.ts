/** Focuses the screen's heading, or its content if it has none, so that screen readers announce it. */
export function focusContent(): void {
  const heading = headingOfScreen();
  const target = heading ?? document.getElementById('main');
  if (target === null) return;
  focus(target);
  if (heading === null) focusHeadingOnceThere(target);
}

// A screen that is loading has no heading yet. If the person has moved the focus meanwhile, it stays there.
function focusHeadingOnceThere(main: HTMLElement): void {
  const observer = new MutationObserver(() => {
    const heading = headingOfScreen();
    const hasMoved = document.activeElement !== main;
    if (hasMoved || heading !== null) observer.disconnect();
    if (!hasMoved && heading !== null) focus(heading);
  });
  observer.observe(main, { childList: true, subtree: true });
}

function headingOfScreen(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#main h1');
}

function focus(target: HTMLElement): void {
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
