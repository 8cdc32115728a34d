declare global {
  interface Window {
    /** Exposed by the `toasts` fixture. */
    readonly noteToast?: (words: string) => unknown;
  }
}

/** Runs in every page before its scripts: reports every toast, even one that disappears at once. */
export function watchToasts(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement) || node.getClientRects().length === 0) continue;
        const liveRegion = node.parentElement?.closest('[role="status"], [role="alert"]') ?? null;
        if (liveRegion !== null && node.textContent !== '') window.noteToast?.(node.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
