import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks';
import { IconCheck, IconInfoSmall, IconX } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { type Toast, toast, toastStore } from './toast.ts';
import classes from './toast-host.module.css';

/** Shows the toasts. Rendered once, at the root: live regions must exist before the first message to be announced. */
export function ToastHost() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, toastStore.current);
  const { ref: pointed, hovered } = useHover();
  const { ref: entered, focused } = useFocusWithin();
  const ref = useMergedRef(pointed, entered);
  const newest = toasts.at(-1);
  const of = (kind: Toast['kind']) =>
    toasts
      .filter((each) => each.kind === kind)
      .map((each) => (
        <ToastCard key={each.id} shown={each} isNewest={each === newest} paused={hovered || focused} />
      ));
  return (
    <div className={classes.host} ref={ref} data-toasts="">
      <div className={classes.left}>
        <div role="status">{of('info')}</div>
      </div>
      <div className={classes.right}>
        <div role="alert">{of('error')}</div>
        <div role="status">{of('success')}</div>
      </div>
    </div>
  );
}

const ICONS = { success: IconCheck, error: IconX, info: IconInfoSmall } as const;

function ToastCard({ shown, isNewest, paused }: { shown: Toast; isNewest: boolean; paused: boolean }) {
  const { id, duration, action } = shown;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => toast.dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, paused]);
  const Icon = ICONS[shown.kind];
  return (
    <div className={classes.toast} data-kind={shown.kind} data-newest={isNewest || undefined}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={16} stroke={2} />
      </span>
      <span className={classes.message}>{shown.message}</span>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toast.dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
