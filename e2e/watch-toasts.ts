declare global {
  interface Window {
    /** Put there by the journey that listens. */
    readonly noteToast?: (words: string) => unknown;
  }
}

/** Runs in every page, before its own scripts: tells of every message that appears, however soon it goes again. */
export function watchToasts(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement) || node.getClientRects().length === 0) continue;
        const isSaid = node.parentElement?.closest('[role="status"], [role="alert"]') ?? null;
        if (isSaid !== null && node.textContent !== '') window.noteToast?.(node.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
