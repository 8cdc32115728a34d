/** A `ref` that focuses an element as soon as it is mounted. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
