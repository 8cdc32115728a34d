import { Button } from '@mantine/core';
import type { ApprovalRequest } from '#contract/approval/approval.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { WHOLE } from '#web/features/editor/guests/notes/notes-store.ts';
import { openNotes } from '#web/features/editor/guests/notes/open-notes.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './approval.module.css';

/** What should change, and where. */
export function ReadPanel({ request, onClose }: { request: ApprovalRequest; onClose: () => void }) {
  const { editing } = useTools();
  const { about } = request;
  const isThere = useEditor(({ document }) => about !== null && findBlock(document, about) !== null);
  // Where the words are as a note.
  const showNotes = () => {
    onClose();
    openNotes(editing, isThere ? about : WHOLE, true);
  };
  return (
    <div className={classes.form}>
      <h2 className={classes.title}>{request.decided_by ?? 'Somebody'} asks for changes</h2>
      <p className={classes.said}>{request.words}</p>
      <div className={classes.buttons}>
        {about !== null && isThere && (
          <Button
            onClick={() => {
              onClose();
              selectBlock(editing, about, 'end');
            }}
          >
            Show the block
          </Button>
        )}
        <Button variant="default" onClick={showNotes}>
          Answer
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
