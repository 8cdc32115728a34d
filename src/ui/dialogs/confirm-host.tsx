import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { confirmStore } from './confirm.ts';
import type { ConfirmDialog } from './confirm-dialog.tsx';
import { useEscapeWhileLoading } from './use-escape-while-loading.ts';

/** Shows what `confirm()` asks. Stands once, at the root; the dialog is loaded with the first question. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(confirmStore.subscribe, confirmStore.current, confirmStore.current);
  const [Dialog, setDialog] = useState<typeof ConfirmDialog | null>(null);
  const isWaiting = asked !== null && Dialog === null;
  useEffect(() => {
    if (!isWaiting) return;
    import('./confirm-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.ConfirmDialog),
      () => {
        // Nothing is done that nobody could be asked about.
        confirmStore.current()?.answer(false);
        toast.error('This could not be loaded. What you have typed is kept.', { action: RELOAD });
      },
    );
  }, [isWaiting]);
  useEscapeWhileLoading(useMemo(() => (isWaiting ? () => asked.answer(false) : null), [isWaiting, asked]));
  return asked && Dialog && <Dialog {...asked} />;
}
