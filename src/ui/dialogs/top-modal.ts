/** The open dialogs, registered by the `ModalGuard` of each. */
export const openModals = new Set<HTMLElement>();

/** The dialog that takes all input now, or null. */
export function topModal(): HTMLElement | null {
  const level = (modal: Element) => Number(getComputedStyle(modal).getPropertyValue('--mb-z-index'));
  const isAbove = (one: Element, other: Element) =>
    level(one) - level(other) || (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING) - 1;
  return [...openModals].sort((one, other) => (isAbove(one, other) > 0 ? -1 : 1))[0] ?? null;
}
