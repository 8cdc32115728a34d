import { Button } from '@mantine/core';
import { IconCheck, IconFileText, IconQuestionMark } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { NoteBlock } from '#contract/notes.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { DEFINITIONS } from '#newsletter/document/document.ts';
import { toast } from '#ui/feedback/toast.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { flushChange, focusNotes } from '#web/features/editor/kernel/places/focus.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSession } from '#web/session/session.ts';
import { Composer } from './composer.tsx';
import { NoteItem } from './note-item.tsx';
import { notesOf } from './notes-of.ts';
import { openNotes } from './open-notes.ts';
import classes from './thread.module.css';
import { isBlockType, readsAt, type ShownThread, threadKey } from './threads.ts';

/** The notes at one block, and a field for a reply in the chosen thread. */
export function Thread({ thread, isActive }: { thread: ShownThread; isActive: boolean }) {
  const { editing } = useTools();
  const { block, notes, isResolved, isBlockDeleted } = thread;
  const label = useLabel(block, isBlockDeleted);
  const Icon =
    block === null ? IconFileText : isBlockType(block.type) ? EDITORS[block.type].icon : IconQuestionMark;
  const isOpen = !isResolved && !isBlockDeleted;
  const readers = useReaders(threadKey(thread));
  return (
    <section className={classes.thread} aria-label={`Notes on ${label}`} data-active={isActive || undefined}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <button
            type="button"
            className={classes.block}
            data-thread={isActive ? '' : undefined}
            aria-expanded={isActive}
            onClick={() => openNotes(editing, threadKey(thread))}
          >
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            {label}
          </button>
        </h3>
        {thread.id !== null && isOpen && !editing.isContributor && (
          <ResolveButton id={thread.id} label={label} />
        )}
      </div>
      {readers !== '' && <p className={classes.readers}>{readers}</p>}
      <ul className={classes.notes}>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} thread={threadKey(thread)} />
        ))}
      </ul>
      {isActive && (
        <Composer
          thread={threadKey(thread)}
          draft={threadKey(thread)}
          label={notes.length === 0 ? `Note on ${label}` : `Reply on ${label}`}
          placeholder={notes.length === 0 ? 'Write a note' : 'Reply'}
          send={async () => {
            // The server knows only saved blocks; it says so if this one cannot be saved yet.
            if (block !== null) await editing.saver.flush();
            await notesOf(editing).write(block);
          }}
          onSent={() => editing.announce('Note sent')}
        />
      )}
    </section>
  );
}

// Contributors read few notes, so it is said where they do.
function useReaders(key: string): string {
  const { editing } = useTools();
  const colleagues = useStore(notesOf(editing).state, (state) => state.colleagues);
  const own = useSession()?.user.id;
  return useEditor(({ document }) => {
    const names = colleagues
      .filter((each) => each.parts !== null && each.id !== own && readsAt(document, each, key))
      .map(({ name }) => name);
    if (names.length === 0) return '';
    return `${names.join(' and ')} can read this: it is ${names.length === 1 ? 'their part' : 'in their parts'}.`;
  });
}

function useLabel(block: NoteBlock | null, isBlockDeleted: boolean): string {
  const label = useEditor((state) => (block === null ? '' : blockLabel(state.document, block.name)));
  if (block === null) return 'The whole page';
  if (!isBlockDeleted) return label;
  return `${isBlockType(block.type) ? DEFINITIONS[block.type].label : 'Block'}, deleted`;
}

function ResolveButton({ id, label }: { id: string; label: string }) {
  const { editing } = useTools();
  const { announce } = editing;
  const notes = notesOf(editing);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.resolve}
      aria-label={`Resolve: ${label}`}
      leftSection={<IconCheck size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => {
        flushChange(() => {
          void notes.resolve(id, true);
          notes.show(null);
        });
        focusNotes();
        toast.info('Notes resolved', {
          action: {
            label: 'Undo',
            run: () => {
              void notes.resolve(id, false);
              announce('Undone');
            },
          },
        });
      }}
    >
      Resolve
    </Button>
  );
}
