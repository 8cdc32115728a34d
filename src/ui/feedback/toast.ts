/** A short message in a corner of the screen, shown by `ToastHost`. */
export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'info';
  readonly message: string;
  readonly action: ToastAction | undefined;
  /** In milliseconds. */
  readonly duration: number;
  /** The path of the screen that it belongs to; undefined if it belongs to none. */
  readonly screen: string | undefined;
}
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface ToastOptions {
  /** A button: 'Undo', 'Try again'. */
  readonly action?: ToastAction;
  readonly duration?: number;
  /** The toast disappears when another screen opens. */
  readonly isOfScreen?: boolean;
  /** The toast disappears as soon as this is no longer true. */
  readonly while?: Truth;
}
/** A condition under which a toast is shown. `subscribe` calls its listener when the condition may have changed. */
interface Truth {
  readonly isTrue: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

const DURATION = { success: 5000, info: 7000, error: 9000 } as const;
/** Longer, to leave time to reach the action. */
const ACTION_DURATION = 10_000;
const MAX_TOASTS = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
/** For each toast's id, the function that unsubscribes from its condition. */
const stops = new Map<number, () => void>();

function show(kind: Toast['kind'], message: string, options: ToastOptions = {}): number {
  const { action, duration, isOfScreen, while: truth } = options;
  lastId += 1;
  const id = lastId;
  const next = {
    id,
    kind,
    message,
    action,
    duration: duration ?? (action ? ACTION_DURATION : DURATION[kind]),
    screen: isOfScreen ? window.location.pathname : undefined,
  };
  // A repeated message replaces the old one: to the user, five failing calls are one failure.
  const others = toasts.filter((each) => each.kind !== kind || each.message !== message);
  change([...others, next].slice(-MAX_TOASTS));
  if (truth !== undefined)
    stops.set(
      id,
      truth.subscribe(() => {
        if (!truth.isTrue()) dismiss(id);
      }),
    );
  return id;
}

function dismiss(id: number): void {
  change(toasts.filter((each) => each.id !== id));
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const [id, stop] of stops) {
    if (next.some((each) => each.id === id)) continue;
    stops.delete(id);
    stop();
  }
  for (const listener of [...listeners]) listener();
}

/** Shows a toast: success and error at the bottom right, info at the bottom left. Returns an id for `dismiss`. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  dismiss,
  /** Removes the toasts of other screens when the screen at this path opens. */
  leaveFor: (path: string) => change(toasts.filter(({ screen }) => screen === undefined || screen === path)),
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
