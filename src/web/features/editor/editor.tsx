import { useMediaQuery } from '@mantine/hooks';
import { Activity, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { NewsletterResource } from '#contract/newsletters.ts';
import type { SchoolResource } from '#contract/school.ts';
import { Canvas } from '#web/features/editor/canvas/canvas.tsx';
import { Picker } from '#web/features/editor/canvas/picker.tsx';
import type { View } from '#web/features/editor/canvas/sheet-size.ts';
import { useOnscreenKeyboard } from '#web/features/editor/canvas/use-onscreen-keyboard.ts';
import { useSecondPress } from '#web/features/editor/canvas/use-second-press.ts';
import { useToastPlace } from '#web/features/editor/canvas/use-toast-place.ts';
import { DesignPanel } from '#web/features/editor/design/design-panel.tsx';
import { DragLayer } from '#web/features/editor/drag/drag-layer.tsx';
import { FieldEditor } from '#web/features/editor/fields/field-editor.tsx';
import { useFileDrop } from '#web/features/editor/fields/use-file-drop.ts';
import { ApprovalNote } from '#web/features/editor/guests/approval/approval-parts.tsx';
import { createChecker } from '#web/features/editor/guests/check/checker.ts';
import { CheckPanel } from '#web/features/editor/guests/check/lazy-check-panel.tsx';
import { usePublishQuestion } from '#web/features/editor/guests/check/use-publish-question.ts';
import { HistoryScreen } from '#web/features/editor/guests/history/history-part.ts';
import { carriedOverStore } from '#web/features/editor/guests/next-issue/carried-over.ts';
import {
  hasCarriedOver,
  NextIssueNotice,
  NextIssuePanel,
} from '#web/features/editor/guests/next-issue/next-issue-parts.tsx';
import { notesOf } from '#web/features/editor/guests/notes/notes-of.ts';
import { NotesPanel } from '#web/features/editor/guests/notes/notes-part.ts';
import { useNotesAddress } from '#web/features/editor/guests/notes/use-notes-address.ts';
import { KeptInEditor } from '#web/features/editor/guests/parts/kept-words-part.ts';
import { OwnPartsNotice, OwnPartsPanel } from '#web/features/editor/guests/parts/own-parts-part.ts';
import { AllPartsDialog, PartDialog } from '#web/features/editor/guests/parts/part-dialog-part.ts';
import { ALL_PARTS, partsOf } from '#web/features/editor/guests/parts/parts-store.ts';
import { usePartAddress } from '#web/features/editor/guests/parts/use-part-address.ts';
import { TimingDialog, TimingNotes } from '#web/features/editor/guests/timing/timing-parts.tsx';
import { useRestoredByOthers } from '#web/features/editor/guests/together/use-restored-by-others.ts';
import { EditorHeader } from '#web/features/editor/header/editor-header.tsx';
import { EditorSubheader } from '#web/features/editor/header/editor-subheader.tsx';
import { useLeftBlock } from '#web/features/editor/kernel/commands/adds-below.ts';
import { focusBlockForWriting, selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { createMailMeter } from '#web/features/editor/kernel/facts/mail-meter.ts';
import { useSchoolDatesOfBlocks } from '#web/features/editor/kernel/facts/school-dates.ts';
import {
  flushChange,
  focusCanvas,
  focusCheck,
  focusHistoryButton,
} from '#web/features/editor/kernel/places/focus.ts';
import { useHistoryPlace } from '#web/features/editor/kernel/places/history-place.ts';
import { focusRegion, type Region } from '#web/features/editor/kernel/places/regions.ts';
import { useTimingPlace } from '#web/features/editor/kernel/places/timing-place.ts';
import { EditorContext, type EditorTools, useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { dismissUndoOffer } from '#web/features/editor/kernel/undo/offer-undo.ts';
import { useMayAdd } from '#web/features/editor/kernel/use-right.ts';
import { usePasting } from '#web/features/editor/pasting/use-pasting.ts';
import { PhoneHeader } from '#web/features/editor/phone/phone-header.tsx';
import { PhoneTools } from '#web/features/editor/phone/phone-tools.tsx';
import type { Journal } from '#web/features/editor/saving/journal.ts';
import { openedFrom } from '#web/features/editor/saving/newsletter-calls.ts';
import { NotDurable, SaveFailure } from '#web/features/editor/saving/save-status.tsx';
import { tellOfRestored } from '#web/features/editor/saving/tell-of-restored.ts';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { useUnsavedGuard } from '#web/features/editor/saving/use-unsaved-guard.ts';
import { useBeginWriting } from '#web/features/editor/writing/begin-writing.ts';
import { useTypeAhead } from '#web/features/editor/writing/type-ahead.ts';
import { createDesignPages } from '#web/newsletter-ui/designs/design-pages.ts';
import { beginEditing } from './begin-editing.ts';
import classes from './editor.module.css';
import { LazyDialogs, usePreloading } from './lazy-dialogs.tsx';
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
  useEffect(() => dismissUndoOffer, []);
  useEffect(() => tellOfRestored(editing), [editing]);
  const { name, language } = school;
  const checker = useMemo(() => createChecker(editing, { name, language }), [editing, name, language]);
  useEffect(() => checker.start(), [checker]);
  const meter = useMemo(
    () => createMailMeter(editing.store, editing.blockRenderer, school, editing.schoolDates),
    [editing, school],
  );
  useEffect(() => meter.start(), [meter]);
  const [designPages] = useState(() => createDesignPages());
  useEffect(() => () => designPages.dispose(), [designPages]);
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const isNarrow = useMatches('(max-width: 61.99em)');
  const isPhone = useMatches('(max-width: 47.99em)');
  const tools = useMemo<EditorTools>(
    () => ({ editing, school, checker, meter, designPages, sheet, scroller, strip, isNarrow, isPhone }),
    [editing, school, checker, meter, designPages, strip, isNarrow, isPhone],
  );
  const history = useHistoryPlace();
  const wasHistoryOpen = useRef(false);
  useEffect(() => {
    if (wasHistoryOpen.current && !history.isOpen) focusHistoryButton();
    wasHistoryOpen.current = history.isOpen;
  }, [history.isOpen]);
  return (
    <EditorContext value={tools}>
      <UnsavedGuard />
      {/* While the history is open, the editor keeps its state and listens to nothing. */}
      <Activity mode={history.isOpen && !editing.isContributor ? 'hidden' : 'visible'}>
        <Layout stripRef={setStrip} />
      </Activity>
      {history.isOpen && !editing.isContributor && <HistoryScreen />}
    </EditorContext>
  );
}

function UnsavedGuard() {
  useUnsavedGuard();
  return null;
}

const SKIPS: readonly { readonly region: Region; readonly words: string }[] = [
  { region: 'tiles', words: 'Skip to the tiles' },
  { region: 'canvas', words: 'Skip to the newsletter' },
  { region: 'form', words: 'Skip to the form' },
];

/** Links past the heads, for people who use the keyboard. */
function SkipLinks() {
  return (
    <nav aria-label="Skip within the editor" className={classes.skips}>
      {SKIPS.map(({ region, words }) => (
        <button key={region} type="button" className={classes.skip} onClick={() => focusRegion(region)}>
          {words}
        </button>
      ))}
    </nav>
  );
}

function useMatches(query: string): boolean {
  return useMediaQuery(query, false, { getInitialValueInEffect: false });
}

function Layout({ stripRef }: { stripRef: (element: HTMLElement | null) => void }) {
  const [view, setView] = useState<View>('desktop');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isLayoutOpen, setLayoutOpen] = useState(false);
  const [isDesignOpen, setDesignOpen] = useState(false);
  const [isReading, setReading] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const { editing, school, isNarrow, isPhone } = useTools();
  const [isNextIssueOpen, setNextIssueOpen] = useState(
    () => !editing.isContributor && hasCarriedOver(carriedOverStore(editing).getState()),
  );
  const closeNextIssue = () => {
    setNextIssueOpen(false);
    focusCanvas();
  };
  const mayAdd = useMayAdd();
  const picker = usePicker(mayAdd);
  const closeCheck = () => {
    flushChange(() => setChecking(false));
    focusCheck(false);
  };
  const isEditing = useEditor((state) => state.selected !== null);
  const areNotesOpen = useStore(notesOf(editing).state, ({ isOpen }) => isOpen);
  useNotesAddress();
  usePartAddress();
  const timing = useTimingPlace();
  const openPart = useStore(partsOf(editing).state, ({ open }) => open);
  const dialogs = {
    view,
    onView: setView,
    onCheck: () => {
      const opens = isEditing || areNotesOpen || !isChecking;
      notesOf(editing).close();
      if (isEditing) selectBlock(editing, null);
      flushChange(() => setChecking(opens));
      focusCheck(opens);
    },
    onLayout: () => setLayoutOpen(true),
    onDesign: () => setDesignOpen(true),
    onRead: () => setReading(true),
    onHelp: () => setHelpOpen(true),
  };
  const question = usePublishQuestion();
  const saving = useSaving(question);
  useShortcuts({ save: () => void saving.saveAndGoOn(), help: () => setHelpOpen(true) });
  // Before the files: pasted words and tables may come with pictures of themselves.
  usePasting();
  useFileDrop();
  useTypeAhead(editing);
  useBeginWriting(editing);
  useRestoredByOthers();
  useLeftBlock();
  useSchoolDatesOfBlocks();
  const place = useRef<HTMLDivElement>(null);
  useOnscreenKeyboard(place);
  useSecondPress(place);
  useToastPlace(place);
  usePreloading();
  return (
    <DragLayer>
      <div
        ref={place}
        className={classes.editor}
        data-sheet-open={isEditing || areNotesOpen || isChecking || undefined}
        data-no-picker={!mayAdd || undefined}
        data-choosing-design={isDesignOpen || undefined}
        data-picking={picker.isOpen || undefined}
      >
        <SkipLinks />
        {/* Not a `header`: a dialog's head is a banner, and a page may have only one. */}
        <section className={classes.heads} aria-label="Newsletter">
          {isPhone ? (
            <PhoneHeader saving={saving} />
          ) : (
            <>
              <EditorHeader saving={saving} onHelp={dialogs.onHelp} />
              <EditorSubheader
                {...dialogs}
                areNotesShown={areNotesOpen && !isEditing}
                isChecking={isChecking && !isEditing && !areNotesOpen}
              />
            </>
          )}
          {isPhone && <SaveFailure />}
          <NotDurable />
          {isNarrow && editing.isContributor && <OwnPartsNotice />}
          {isNarrow && school.approval && !editing.isContributor && <ApprovalNote saving={saving} />}
          <TimingNotes saving={saving} />
          {isNarrow && isNextIssueOpen && <NextIssueNotice onClose={closeNextIssue} />}
        </section>
        {mayAdd && <Picker isOpen={picker.isOpen} onClose={picker.close} />}
        <section
          ref={stripRef}
          className={classes.strip}
          data-region="canvas"
          data-over-canvas=""
          aria-label="Writing"
        />
        <Canvas view={view} />
        <FieldEditor
          atRest={
            areNotesOpen ? (
              <NotesPanel />
            ) : isChecking ? (
              <CheckPanel onClose={closeCheck} onShowMail={() => setView('mail')} />
            ) : (
              // Below the canvas there is no room for designs: they are in a dialog.
              !isNarrow &&
              (editing.isContributor ? (
                <OwnPartsPanel />
              ) : isNextIssueOpen ? (
                <NextIssuePanel onClose={closeNextIssue} />
              ) : (
                <DesignPanel />
              ))
            )
          }
        />
        {!isPhone || isEditing || isChecking || areNotesOpen || picker.isOpen || (
          <PhoneTools {...dialogs} saving={saving} add={picker.opener} />
        )}
        <p id="block-help" hidden>
          Enter edits it. Space picks it up, so that arrows can move it.
        </p>
        <Announcements />
      </div>
      <LazyDialogs
        help={{ isOpen: isHelpOpen, onClose: () => setHelpOpen(false) }}
        layout={{ isOpen: isLayoutOpen, onClose: () => setLayoutOpen(false) }}
        reading={{ isOpen: isReading, onClose: () => setReading(false) }}
        design={{ isOpen: isDesignOpen, onClose: () => setDesignOpen(false) }}
        question={question.asked}
      />
      {timing.asked !== null && !editing.isContributor && (
        <TimingDialog kind={timing.asked} saving={saving} />
      )}
      {openPart === ALL_PARTS && <AllPartsDialog />}
      {openPart !== null && openPart !== ALL_PARTS && <PartDialog key={openPart} name={openPart} />}
      {editing.isContributor && <KeptInEditor />}
    </DragLayer>
  );
}

/** The picker on phones: open until it is closed or a block has been added. */
function usePicker(mayAdd: boolean) {
  const { editing } = useTools();
  const isOpen = useStore(editing.isPickerOpen) && mayAdd;
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(
    () =>
      editing.store.subscribe((now, before) => {
        if (now.selected !== null && now.selected !== before.selected)
          editing.isPickerOpen.setState(false, true);
      }),
    [editing],
  );
  return {
    isOpen,
    opener,
    close: useCallback(() => {
      flushChange(() => editing.isPickerOpen.setState(false, true));
      const { selected } = editing.store.getState();
      if (selected === null) opener.current?.focus();
      else focusBlockForWriting(editing, selected);
    }, [editing]),
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
