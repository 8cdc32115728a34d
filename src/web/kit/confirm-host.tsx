import { lazy, Suspense, useSyncExternalStore } from 'react';
import { confirmStore } from './confirm.ts';

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
);

/** Shows what `confirm()` asks. Stands once, at the root; the dialog is loaded with the first question. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(confirmStore.subscribe, confirmStore.current, confirmStore.current);
  return asked && <Suspense>{<ConfirmDialog {...asked} />}</Suspense>;
}
