import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconMessage, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import panel from '#web/features/editor/fields/field-editor.module.css';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { notesOf } from './notes-of.ts';
import classes from './notes-panel.module.css';
import { WHOLE } from './notes-store.ts';
import { closeNotes, openNotes } from './open-notes.ts';
import { Thread } from './thread.tsx';
import { type ShownThread, shownThreads, threadKey } from './threads.ts';

/** The notes of staff on the newsletter, block by block. Takes the form's place; on phones a sheet. */
export function NotesPanel() {
  const { editing } = useTools();
  return (
    <aside
      data-over-canvas=""
      className={panel.panel}
      data-region="form"
      aria-labelledby="notes-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) closeNotes(editing);
      }}
    >
      <span className={panel.grabber} aria-hidden="true" />
      <div className={panel.head}>
        <IconMessage size={22} stroke={1.75} aria-hidden="true" />
        {/* Takes the focus from a button that is removed with its thread. */}
        <h2 id="notes-title" tabIndex={-1} className={panel.title}>
          Notes
        </h2>
        <ActionIcon aria-label="Close" onClick={() => closeNotes(editing)}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={panel.body}>
        <Body />
      </div>
    </aside>
  );
}

function Body() {
  const notes = notesOf(useTools().editing);
  const step = useStore(notes.state, (state) => state.step);
  const error = useStore(notes.state, (state) => state.error);
  if (step === 'failed')
    return (
      <ErrorState title="We could not load the notes" error={error} onRetry={() => void notes.refresh()} />
    );
  if (step === 'loading')
    return (
      <Loading label="Loading the notes">
        <div className={classes.skeleton} />
      </Loading>
    );
  return <Threads />;
}

function Threads() {
  const { editing } = useTools();
  const threads = useStore(notesOf(editing).state, (state) => state.threads);
  const active = useStore(notesOf(editing).state, (state) => state.active);
  const document = useEditor((state) => state.document);
  const { open, resolved } = shownThreads(threads, document, active);
  const isAboutWhole = [...open, ...resolved].some((thread) => threadKey(thread) === WHOLE);
  return (
    <>
      {open.length === 0 && <Nothing hasResolved={resolved.length > 0} />}
      {open.map((thread) => (
        <Thread key={threadKey(thread)} thread={thread} isActive={threadKey(thread) === active} />
      ))}
      {!isAboutWhole && !editing.isContributor && (
        <Button
          variant="default"
          size="sm"
          className={classes.whole}
          onClick={() => openNotes(editing, WHOLE)}
        >
          Note on the whole page
        </Button>
      )}
      {resolved.length > 0 && <Resolved threads={resolved} active={active} />}
    </>
  );
}

function Nothing({ hasResolved }: { hasResolved: boolean }) {
  return (
    <div className={classes.nothing}>
      <IconMessage size={28} stroke={1.75} aria-hidden="true" />
      <p>
        {hasResolved
          ? 'Nothing is open.'
          : 'Tell your colleagues what you think of it. Families see no notes.'}{' '}
        To write about a block, select it and choose ‘Write a note’.
      </p>
    </div>
  );
}

function Resolved({ threads, active }: { threads: readonly ShownThread[]; active: string | null }) {
  const [isChosen, setChosen] = useState<boolean | null>(null);
  const isOpen = isChosen ?? threads.some((thread) => threadKey(thread) === active);
  return (
    <section className={classes.resolved} aria-labelledby="notes-resolved">
      <h3 id="notes-resolved">
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? (
            <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
          )}
          Resolved
          <span className={classes.number}>{threads.length}</span>
        </button>
      </h3>
      {isOpen &&
        threads.map((thread) => (
          <Thread key={threadKey(thread)} thread={thread} isActive={threadKey(thread) === active} />
        ))}
    </section>
  );
}
