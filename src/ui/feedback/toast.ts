/** A short message in a corner of the screen, shown by `ToastHost`. */
export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'info';
  readonly message: string;
  readonly action: ToastAction | undefined;
  /** In milliseconds. */
  readonly duration: number;
}
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface ToastOptions {
  /** A button: 'Undo', 'Try again'. */
  readonly action?: ToastAction;
  readonly duration?: number;
}

const DURATION = { success: 5000, info: 7000, error: 9000 } as const;
/** Longer, to leave time to reach the action. */
const ACTION_DURATION = 10_000;
const MAX_TOASTS = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(kind: Toast['kind'], message: string, { action, duration }: ToastOptions = {}): number {
  lastId += 1;
  const next = {
    id: lastId,
    kind,
    message,
    action,
    duration: duration ?? (action ? ACTION_DURATION : DURATION[kind]),
  };
  // A repeated message replaces the old one: to the user, five failing calls are one failure.
  const others = toasts.filter((each) => each.kind !== kind || each.message !== message);
  change([...others, next].slice(-MAX_TOASTS));
  return next.id;
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of [...listeners]) listener();
}

/** Shows a toast: success and error at the bottom right, info at the bottom left. Returns an id for `dismiss`. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  dismiss: (id: number) => change(toasts.filter((each) => each.id !== id)),
  clear: () => change([]),
} as const;

/** For `ToastHost`. */
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => toasts,
} as const;
