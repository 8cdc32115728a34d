import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Activity, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { NewsletterResource } from '#contract/newsletters.ts';
import type { SchoolResource } from '#contract/school.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Canvas } from '#web/features/editor/canvas/canvas.tsx';
import {
  flushChange,
  focusCanvas,
  focusCheck,
  focusHistoryButton,
} from '#web/features/editor/canvas/focus.ts';
import { Picker } from '#web/features/editor/canvas/picker.tsx';
import type { View } from '#web/features/editor/canvas/sheet-size.ts';
import { useOnscreenKeyboard } from '#web/features/editor/canvas/use-onscreen-keyboard.ts';
import { useToastPlace } from '#web/features/editor/canvas/use-toast-place.ts';
import { createChecker } from '#web/features/editor/check/checker.ts';
import { CheckPanel } from '#web/features/editor/check/lazy-check-panel.tsx';
import { createMailMeter } from '#web/features/editor/check/mail-meter.ts';
import { usePublishQuestion } from '#web/features/editor/check/use-publish-question.ts';
import { DesignPanel } from '#web/features/editor/design/design-panel.tsx';
import { DragLayer } from '#web/features/editor/drag/drag-layer.tsx';
import { FieldEditor } from '#web/features/editor/fields/field-editor.tsx';
import { useFileDrop } from '#web/features/editor/fields/use-file-drop.ts';
import { EditorHeader } from '#web/features/editor/header/editor-header.tsx';
import { EditorSubheader } from '#web/features/editor/header/editor-subheader.tsx';
import { HistoryScreen } from '#web/features/editor/history/history-part.ts';
import { useHistoryPlace } from '#web/features/editor/history/history-place.ts';
import { dismissUndoOffer } from '#web/features/editor/history/offer-undo.ts';
import {
  hasCarriedOver,
  NextIssueNotice,
  NextIssuePanel,
} from '#web/features/editor/next-issue/next-issue-parts.tsx';
import { usePasting } from '#web/features/editor/pasting/use-pasting.ts';
import type { Journal } from '#web/features/editor/saving/journal.ts';
import { openedFrom } from '#web/features/editor/saving/newsletter-calls.ts';
import { SaveTrouble } from '#web/features/editor/saving/save-status.tsx';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { useUnsavedGuard } from '#web/features/editor/saving/use-unsaved-guard.ts';
import { selectBlock } from '#web/features/editor/state/commands.ts';
import { useTypeAhead } from '#web/features/editor/writing/type-ahead.ts';
import { createDesignPages } from '#web/newsletter-ui/designs/design-pages.ts';
import { beginEditing } from './editing.ts';
import classes from './editor.module.css';
import { EditorContext, type EditorTools, useEditor, useTools } from './editor-context.tsx';
import { LazyDialogs, usePreloading } from './lazy-dialogs.tsx';
import { focusRegion, type Region } from './regions.ts';
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
  useEffect(() => {
    if (editing.isRestored) toast.info('Your unsaved changes are back');
  }, [editing]);
  const { name, language } = school;
  const checker = useMemo(() => createChecker(editing, { name, language }), [editing, name, language]);
  useEffect(() => checker.start(), [checker]);
  const meter = useMemo(
    () => createMailMeter(editing.store, editing.blockRenderer, school),
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
      {/* Meanwhile the editor listens to nothing, and stays as it is. */}
      <Activity mode={history.isOpen ? 'hidden' : 'visible'}>
        <Layout stripRef={setStrip} />
      </Activity>
      {history.isOpen && <HistoryScreen />}
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

/** Past the heads, for people who use the keyboard. */
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
  const { editing, isNarrow } = useTools();
  const [isNextIssueOpen, setNextIssueOpen] = useState(() => hasCarriedOver(editing.carriedOver.getState()));
  const closeNextIssue = () => {
    setNextIssueOpen(false);
    focusCanvas();
  };
  const picker = usePicker();
  const closeCheck = () => {
    flushChange(() => setChecking(false));
    focusCheck(false);
  };
  const isEditing = useEditor((state) => state.selected !== null);
  const question = usePublishQuestion();
  const saving = useSaving(question);
  useShortcuts({ save: () => void saving.saveDraft(), help: () => setHelpOpen(true) });
  // Before the files: words and tables may come with pictures of themselves.
  usePasting();
  useFileDrop();
  useTypeAhead(editing);
  const place = useRef<HTMLDivElement>(null);
  useOnscreenKeyboard(place);
  useToastPlace(place);
  usePreloading();
  return (
    <DragLayer>
      <div
        ref={place}
        className={classes.editor}
        data-editing={isEditing || undefined}
        data-choosing-design={isDesignOpen || undefined}
      >
        <SkipLinks />
        {/* Not a `header`: a dialog's head is a banner, and a page may have only one. */}
        <section className={classes.heads} aria-label="Newsletter">
          <EditorHeader
            saving={saving}
            view={view}
            onView={setView}
            onLayout={() => setLayoutOpen(true)}
            onDesign={() => setDesignOpen(true)}
            onRead={() => setReading(true)}
            onHelp={() => setHelpOpen(true)}
          />
          <EditorSubheader
            view={view}
            onView={setView}
            isChecking={isChecking && !isEditing}
            onCheck={() => {
              const opens = isEditing || !isChecking;
              if (isEditing) selectBlock(editing, null);
              flushChange(() => setChecking(opens));
              focusCheck(opens);
            }}
            onLayout={() => setLayoutOpen(true)}
            onDesign={() => setDesignOpen(true)}
            onRead={() => setReading(true)}
          />
          <SaveTrouble />
          {isNarrow && isNextIssueOpen && <NextIssueNotice onClose={closeNextIssue} />}
        </section>
        <Picker isOpen={picker.isOpen} onClose={picker.close} />
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
            isChecking ? (
              <CheckPanel onClose={closeCheck} onShowMail={() => setView('mail')} />
            ) : (
              // Below the canvas there is no room for designs: they are in a dialog.
              !isNarrow && (isNextIssueOpen ? <NextIssuePanel onClose={closeNextIssue} /> : <DesignPanel />)
            )
          }
        />
        {isEditing || isChecking || picker.isOpen || (
          <Button
            ref={picker.opener}
            className={classes.add}
            data-over-canvas=""
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
      <LazyDialogs
        help={{ isOpen: isHelpOpen, onClose: () => setHelpOpen(false) }}
        layout={{ isOpen: isLayoutOpen, onClose: () => setLayoutOpen(false) }}
        reading={{ isOpen: isReading, onClose: () => setReading(false) }}
        design={{ isOpen: isDesignOpen, onClose: () => setDesignOpen(false) }}
        question={question.asked}
      />
    </DragLayer>
  );
}

/** The picker on phones: open until it is closed or a block has been added. */
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
      flushChange(() => setOpen(false));
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
