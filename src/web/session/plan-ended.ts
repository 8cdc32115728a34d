/** Whether the dialog about the ended plan is wanted: the server has refused something because of it. */
let wanted = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean): void {
  wanted = next;
  for (const listener of [...listeners]) listener();
}

/** Opens the dialog; shown where `PlanGate` stands. */
export function showPlanEnded(): void {
  setOpen(true);
}

/** Closes it again. */
export function hidePlanEnded(): void {
  setOpen(false);
}

/** For `PlanGate`. */
export const planEndedStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => wanted,
} as const;
