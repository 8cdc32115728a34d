import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { NewsletterResource } from '#contract/newsletters.ts';
import type { SchoolResource } from '#contract/school.ts';
import { toast } from '#web/kit/toast.ts';
import { Canvas } from './canvas.tsx';
import { CheckPanel } from './check-panel.tsx';
import { createChecker } from './checker.ts';
import { selectBlock } from './commands.ts';
import { DragLayer } from './drag-layer.tsx';
import { beginEditing } from './editing.ts';
import classes from './editor.module.css';
import { EditorContext, type EditorTools, useEditor, useTools } from './editor-context.tsx';
import { EditorHeader } from './editor-header.tsx';
import { EditorSubheader } from './editor-subheader.tsx';
import { AtRest, FieldEditor } from './field-editor.tsx';
import { drawn, focusCheck } from './focus.ts';
import type { Journal } from './journal.ts';
import { LaterDialogs, useLater } from './later.tsx';
import { createMailMeter } from './mail-meter.ts';
import { openedFrom } from './newsletter-calls.ts';
import { withdrawOffer } from './offer-undo.ts';
import { Picker } from './picker.tsx';
import { SaveTrouble } from './save-status.tsx';
import type { View } from './sheet-size.ts';
import { useFiles } from './use-files.ts';
import { useKeyboardRoom } from './use-keyboard-room.ts';
import { useLeaving } from './use-leaving.ts';
import { usePublishQuestion } from './use-publish-question.ts';
import { useSaving } from './use-saving.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** The editor: picker, canvas and field editor around one newsletter. */
export function Editor({
  newsletter,
  journal,
  school,
}: {
  newsletter: NewsletterResource;
  journal: Journal;
  school: SchoolResource['attributes'];
}) {
  const [editing] = useState(() => beginEditing(openedFrom(newsletter), journal, school.language));
  useEffect(() => editing.start(), [editing]);
  useEffect(() => withdrawOffer, []);
  useEffect(() => {
    if (editing.isRestored) toast.info('Your unsaved changes are back');
  }, [editing]);
  const { name, language } = school;
  const checker = useMemo(() => createChecker(editing, { name, language }), [editing, name, language]);
  useEffect(() => checker.start(), [checker]);
  const meter = useMemo(() => createMailMeter(editing.store, editing.drawing, school), [editing, school]);
  useEffect(() => meter.start(), [meter]);
  const sheet = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
  const tools = useMemo<EditorTools>(
    () => ({ editing, school, checker, meter, sheet, scroller, isNarrow }),
    [editing, school, checker, meter, isNarrow],
  );
  return (
    <EditorContext value={tools}>
      <Layout />
    </EditorContext>
  );
}

function Layout() {
  const [view, setView] = useState<View>('desktop');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isLayoutOpen, setLayoutOpen] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const { editing } = useTools();
  const picker = usePicker();
  const closeCheck = () => {
    drawn(() => setChecking(false));
    focusCheck(false);
  };
  const isEditing = useEditor((state) => state.selected !== null);
  const question = usePublishQuestion();
  const saving = useSaving(question);
  useShortcuts({ save: () => void saving.saveDraft(), help: () => setHelpOpen(true) });
  useLeaving();
  useFiles();
  const place = useRef<HTMLDivElement>(null);
  useKeyboardRoom(place);
  useLater();
  return (
    <DragLayer>
      <div ref={place} className={classes.editor} data-editing={isEditing || undefined}>
        {/* No banner: the head of a dialog is one, and there may be only one at a time. */}
        <section className={classes.heads} aria-label="Newsletter">
          <EditorHeader
            saving={saving}
            view={view}
            onView={setView}
            onLayout={() => setLayoutOpen(true)}
            onHelp={() => setHelpOpen(true)}
          />
          <EditorSubheader
            view={view}
            onView={setView}
            isChecking={isChecking && !isEditing}
            onCheck={() => {
              const opens = isEditing || !isChecking;
              if (isEditing) selectBlock(editing, null);
              drawn(() => setChecking(opens));
              focusCheck(opens);
            }}
            onLayout={() => setLayoutOpen(true)}
          />
          <SaveTrouble />
        </section>
        <Picker isOpen={picker.isOpen} onClose={picker.close} />
        <Canvas view={view} />
        <FieldEditor
          atRest={
            isChecking ? <CheckPanel onClose={closeCheck} onShowMail={() => setView('mail')} /> : <AtRest />
          }
        />
        {isEditing || isChecking || picker.isOpen || (
          <Button
            ref={picker.opener}
            className={classes.add}
            leftSection={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
            onClick={picker.open}
          >
            Add a block
          </Button>
        )}
        <p id="block-help" hidden>
          Enter edits it. Space picks it up, so that arrows can move it.
        </p>
        <Announcements />
      </div>
      <LaterDialogs
        help={{ isOpen: isHelpOpen, onClose: () => setHelpOpen(false) }}
        layout={{ isOpen: isLayoutOpen, onClose: () => setLayoutOpen(false) }}
        question={question.asked}
      />
    </DragLayer>
  );
}

/** On phones: the picker is open until it is closed, or something has been added by whatever hand. */
function usePicker() {
  const { editing } = useTools();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(
    () =>
      editing.store.subscribe((now, before) => {
        if (now.selected !== null && now.selected !== before.selected) setOpen(false);
      }),
    [editing],
  );
  return {
    isOpen,
    opener,
    open: () => setOpen(true),
    close: useCallback(() => {
      drawn(() => setOpen(false));
      opener.current?.focus();
    }, []),
  };
}

function Announcements() {
  const { editing } = useTools();
  return (
    <div role="status" className="visually-hidden">
      {useStore(editing.announcement)}
    </div>
  );
}
