/** A message in a corner: what has just happened. Shown by `ToastHost`; call it from anywhere. */
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
  /** One thing to do about it: 'Undo', 'Try again'. */
  readonly action?: ToastAction;
  readonly duration?: number;
}

const DURATION = { success: 5000, info: 7000, error: 9000 } as const;
/** With an action there must be time to reach it. */
const ACTION_DURATION = 10_000;
const MOST_AT_ONCE = 4;

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
  // The same message again takes the place of the old one: five failing calls are one failure to a person.
  const others = toasts.filter((each) => each.kind !== kind || each.message !== message);
  change([...others, next].slice(-MOST_AT_ONCE));
  return next.id;
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of [...listeners]) listener();
}

/** Success and error stand bottom-right, info (untyped) bottom-left. Each returns an id for `dismiss`. */
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
