/** The element that a dialog is opened from. A menu item disappears with its menu, so it is the menu's button then. */
export function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : element;
}

/** Gives the focus back to where a dialog was opened from, if it is nowhere now. */
export function restoreFocus(opener: Element | null): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
}
