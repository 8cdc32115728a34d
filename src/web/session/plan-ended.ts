/** Whether the dialog about the ended plan is open: the server has refused a call because of the plan. */
let isOpen = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean): void {
  isOpen = next;
  for (const listener of [...listeners]) listener();
}

/** Opens the dialog, which `plan-gate.tsx` renders. */
export function showPlanEnded(): void {
  setOpen(true);
}

/** Closes the dialog. */
export function hidePlanEnded(): void {
  setOpen(false);
}

/** For `useSyncExternalStore` in `plan-gate.tsx`. */
export const planEndedStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => isOpen,
} as const;
