import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { confirmStore } from './confirm.ts';
import type { ConfirmDialog } from './confirm-dialog.tsx';
import { useEscapeWhileLoading } from './use-escape-while-loading.ts';

/** Shows the question of `confirm()`. Rendered once, at the root; the dialog is loaded with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(confirmStore.subscribe, confirmStore.current, confirmStore.current);
  const [Dialog, setDialog] = useState<typeof ConfirmDialog | null>(null);
  const isWaiting = question !== null && Dialog === null;
  useEffect(() => {
    if (!isWaiting) return;
    import('./confirm-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.ConfirmDialog),
      () => {
        // Without a confirmation, nothing is done.
        confirmStore.current()?.answer(false);
        toast.error('This could not be loaded. What you have typed is kept.', { action: RELOAD });
      },
    );
  }, [isWaiting]);
  useEscapeWhileLoading(
    useMemo(() => (isWaiting ? () => question.answer(false) : null), [isWaiting, question]),
  );
  return question && Dialog && <Dialog {...question} />;
}
