import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useEscapeWhileLoading } from '#ui/dialogs/use-escape-while-loading.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { confirmPersonStore } from '#web/session/confirm-person.ts';
import type { ConfirmPersonDialog } from './confirm-person-dialog.tsx';

/** Asks who the person is when a call was refused for lack of proof. The dialog is loaded with the first such question. */
export function ConfirmPersonHost() {
  const question = useSyncExternalStore(
    confirmPersonStore.subscribe,
    confirmPersonStore.current,
    confirmPersonStore.current,
  );
  const [Dialog, setDialog] = useState<typeof ConfirmPersonDialog | null>(null);
  const isWaiting = question !== null && Dialog === null;
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    import('./confirm-person-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.ConfirmPersonDialog),
      () => {
        // The question was cancelled meanwhile; the next one loads the dialog again.
        if (isOver) return;
        confirmPersonStore.current()?.answer(false);
        toast.error('This could not be loaded. What you have typed is kept.', { action: RELOAD });
      },
    );
    return () => {
      isOver = true;
    };
  }, [isWaiting]);
  // The person has left the app.
  useEffect(() => () => confirmPersonStore.current()?.answer(false), []);
  useEscapeWhileLoading(
    useMemo(() => (isWaiting ? () => question.answer(false) : null), [isWaiting, question]),
  );
  return question && Dialog && <Dialog {...question} />;
}
