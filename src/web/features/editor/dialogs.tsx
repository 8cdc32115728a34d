import { type ComponentProps, useEffect, useState } from 'react';
import { PublishQuestion } from '#web/features/editor/check/publish-question.tsx';
import { LayoutDialog } from '#web/features/editor/header/layout-dialog.tsx';
import { ConflictDialog } from '#web/features/editor/saving/conflict-dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';

/** All that the editor asks in a dialog. */
export function Dialogs({
  layout,
  help,
  question,
}: {
  layout: ComponentProps<typeof LayoutDialog>;
  help: ComponentProps<typeof ShortcutList>;
  question: ComponentProps<typeof PublishQuestion> | null;
}) {
  // Closed at first, even where it was asked for before it was there: what opens gives the focus back, what is open not.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <>
      <ShortcutList {...help} isOpen={isThere && help.isOpen} />
      {question && <PublishQuestion {...question} />}
      <LayoutDialog {...layout} isOpen={isThere && layout.isOpen} />
      <ConflictDialog />
    </>
  );
}
