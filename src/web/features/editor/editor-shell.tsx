import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Picker } from '#web/features/editor/adding/picker.tsx';
import { Canvas } from '#web/features/editor/canvas/canvas.tsx';
import { useOnscreenKeyboard } from '#web/features/editor/canvas/use-onscreen-keyboard.ts';
import { useSecondPress } from '#web/features/editor/canvas/use-second-press.ts';
import { useToastPlace } from '#web/features/editor/canvas/use-toast-place.ts';
import { DesignPanel } from '#web/features/editor/design/design-panel.tsx';
import { DragLayer } from '#web/features/editor/drag/drag-layer.tsx';
import { FieldEditor } from '#web/features/editor/fields/field-editor.tsx';
import { useFileDrop } from '#web/features/editor/fields/use-file-drop.ts';
import { EditorHeader } from '#web/features/editor/header/editor-header.tsx';
import { EditorSubheader } from '#web/features/editor/header/editor-subheader.tsx';
import { useForgetLastLeft } from '#web/features/editor/kernel/commands/adds-below.ts';
import { focusBlockForWriting } from '#web/features/editor/kernel/commands/commands.ts';
import { useSchoolDatesOfBlocks } from '#web/features/editor/kernel/facts/school-dates.ts';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useInTurn } from '#web/features/editor/kernel/use-in-turn.ts';
import { useMayAdd } from '#web/features/editor/kernel/use-right.ts';
import { usePasting } from '#web/features/editor/pasting/use-pasting.ts';
import { PhoneHeader } from '#web/features/editor/phone/phone-header.tsx';
import { PhoneTools } from '#web/features/editor/phone/phone-tools.tsx';
import { NotDurable, SaveFailure } from '#web/features/editor/saving/save-status.tsx';
import { useNewSaving } from '#web/features/editor/saving/use-new-saving.ts';
import { SavingContext } from '#web/features/editor/saving/use-saving.ts';
import { useBeginWriting } from '#web/features/editor/writing/begin-writing.ts';
import { useTypeAhead } from '#web/features/editor/writing/type-ahead.ts';
import classes from './editor.module.css';
import { LazyDialogs, usePreloading } from './lazy-dialogs.tsx';
import { SkipLinks } from './skip-links.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** The screen: the heads, the picker, the canvas, and the form or what is in its place. */
export function EditorShell({ stripRef }: { stripRef: (element: HTMLElement | null) => void }) {
  const { editing, isPhone } = useTools();
  const [help, layout, design, reading] = [useDialog(), useDialog(), useDialog(), useDialog()];
  const dialogs = {
    onHelp: help.open,
    onLayout: layout.open,
    onDesign: design.open,
    onRead: reading.open,
  };
  const mayAdd = useMayAdd();
  const picker = usePicker(mayAdd);
  const isSelected = useEditor((state) => state.selected !== null);
  const isSheetOpen = useStore(editing.panels, (open) => open.length > 0) || isSelected;
  const saving = useNewSaving();
  const place = useRef<HTMLDivElement>(null);
  useShortcuts({ save: () => void saving.saveAndGoOn(), help: help.open });
  useListening(place);
  return (
    <SavingContext value={saving}>
      <DragLayer>
        <div
          ref={place}
          className={classes.editor}
          data-sheet-open={isSheetOpen || undefined}
          data-no-picker={!mayAdd || undefined}
          data-choosing-design={design.isOpen || undefined}
          data-picking={picker.isOpen || undefined}
        >
          <SkipLinks />
          <Heads {...dialogs} />
          {mayAdd && <Picker isOpen={picker.isOpen} onClose={picker.close} />}
          <section
            ref={stripRef}
            className={classes.strip}
            data-region="canvas"
            data-over-canvas=""
            aria-label="Writing"
          />
          <Canvas />
          <FieldEditor atRest={<SidePanel />} />
          {!isPhone || isSheetOpen || picker.isOpen || <PhoneTools {...dialogs} add={picker.opener} />}
          <p id="block-help" hidden>
            Enter edits it. Space picks it up, so that arrows can move it.
          </p>
          <Announcements />
        </div>
        <LazyDialogs {...{ help, layout, design, reading }} />
        {useStore(editing.question)}
        <Roots />
      </DragLayer>
    </SavingContext>
  );
}

/** Listens to keys, pastes, files and others while the editor is shown. */
function useListening(place: React.RefObject<HTMLDivElement | null>): void {
  const { editing } = useTools();
  // Before the files: pasted words and tables may come with pictures of themselves.
  usePasting();
  useFileDrop();
  useTypeAhead(editing);
  useBeginWriting(editing);
  useForgetLastLeft();
  useSchoolDatesOfBlocks();
  useOnscreenKeyboard(place);
  useSecondPress(place);
  useToastPlace(place);
  usePreloading();
}

function useDialog() {
  const [isOpen, setOpen] = useState(false);
  return { isOpen, open: () => setOpen(true), onClose: () => setOpen(false) };
}

/** Not a `header`: a dialog's head is a banner, and a page may have only one. */
function Heads(dialogs: {
  onHelp: () => void;
  onLayout: () => void;
  onDesign: () => void;
  onRead: () => void;
}) {
  const { guests, isPhone } = useTools();
  return (
    <section className={classes.heads} aria-label="Newsletter">
      {isPhone ? (
        <>
          <PhoneHeader />
          <SaveFailure />
        </>
      ) : (
        <>
          <EditorHeader {...dialogs} />
          <EditorSubheader {...dialogs} />
        </>
      )}
      <NotDurable />
      {guests.at('Notice').map(({ name, contribution: Notice }) => (
        <Notice key={name} />
      ))}
    </section>
  );
}

/** Fills the place of the form while no block is selected. */
function SidePanel() {
  const { editing, guests, isNarrow } = useTools();
  const inFront = useStore(editing.panels, (open) => open.at(-1));
  const atRest = useInTurn(guests.at('usePanelAtRest')).find(({ value }) => value);
  const Panel = guests.at('Panel').find(({ name }) => name === inFront)?.contribution;
  if (Panel !== undefined) return <Panel />;
  // Below the canvas there is no room for designs: they are in a dialog.
  return !isNarrow && (atRest?.value ?? <DesignPanel />);
}

function Roots() {
  return useTools()
    .guests.at('Root')
    .map(({ name, contribution: Root }) => <Root key={name} />);
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
