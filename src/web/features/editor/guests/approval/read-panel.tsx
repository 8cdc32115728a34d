import { Button } from '@mantine/core';
import type { ApprovalRequest } from '#contract/approval/approval.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './approval.module.css';

/** The changes that the approver wants, and the block they are about. */
export function ReadPanel({ request, onClose }: { request: ApprovalRequest; onClose: () => void }) {
  const { editing, guests } = useTools();
  const { about } = request;
  const isThere = useEditor(({ document }) => about !== null && findBlock(document, about) !== null);
  // Opens the notes, which have the same words.
  const showNotes = () => {
    onClose();
    for (const { contribution: discuss } of guests.at('discuss')) discuss(editing, isThere ? about : null);
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
