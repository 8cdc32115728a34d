/** The element from which a dialog was opened. A menu item disappears with its menu, so its menu's button is used instead. */
export function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : element;
}

/** Returns the focus to the element from which a dialog was opened, if nothing has it now. */
export function restoreFocus(opener: Element | null): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
}
