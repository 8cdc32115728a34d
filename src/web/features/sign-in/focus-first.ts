/** Focuses the first field of a form that is shown later than the panel, which set the focus when it opened. */
export function focusFirst(entry: HTMLElement | null): void {
  const first = entry?.querySelector('[data-autofocus]');
  if (first instanceof HTMLElement) first.focus();
}
