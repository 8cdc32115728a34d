import { ActionIcon, Button, type MantineThemeOverride, MantineThemeProvider } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block, BlockType } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { afterPress } from '#ui/after-press.ts';
import { toast } from '#ui/feedback/toast.ts';
import { type UploadTracker, UploadTrackerContext } from '#ui/uploads/upload-tracker.ts';
import { ActionRail } from '#web/features/editor/actions/action-rail.tsx';
import { MissingNotes } from '#web/features/editor/canvas/missing-notes.tsx';
import { useTypedLate } from '#web/features/editor/canvas/use-typed-late.ts';
import {
  cancelBlock,
  closeBlock,
  deleteBlock,
  discardBlockChanges,
  saveBlockChanges,
  selectBlock,
} from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { useBlockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { type CheckedBlock, checkBlock, shownBlock } from '#web/features/editor/kernel/state/editor-state.ts';
import { useBlockState, useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useRight } from '#web/features/editor/kernel/use-right.ts';
import { RowsNote } from '#web/features/editor/pasting/rows-note.tsx';
import { BlockForm } from './block-form.tsx';
import classes from './field-editor.module.css';
import { NeededFields } from './needed-fields.tsx';
import { SectionTint } from './section-tint.tsx';
import { useKeepInView } from './use-keep-in-view.ts';

/**
 * The form of a block. The canvas has priority: words that are typed there reach the form, and are validated, after they
 * have been painted.
 */
export function BlockPanel({ saved, isShown }: { saved: Block; isShown: boolean }) {
  const workingCopy = useBlockState(saved.name, (state) => state.workingCopies[saved.name]);
  const newest = workingCopy ?? saved;
  const late = useTypedLate(newest, true);
  const [isTypedIn, setTypedIn] = useState(false);
  return (
    <Panel
      shown={isTypedIn ? newest : late}
      late={late}
      isTouched={workingCopy !== undefined || EDITORS[saved.type].saveRequiresChange !== true}
      isShown={isShown}
      onTypedIn={setTypedIn}
    />
  );
}

interface PanelProps {
  readonly shown: Block;
  /** The block as it is validated: `shown`, somewhat later. */
  readonly late: Block;
  readonly isTouched: boolean;
  readonly isShown: boolean;
  readonly onTypedIn: (isTypedIn: boolean) => void;
}

const Panel = memo(function Panel(props: PanelProps) {
  const { shown, isShown, onTypedIn } = props;
  const { name, type } = shown;
  const { editing, isPhone } = useTools();
  const label = useBlockLabel(name);
  const isCaretComing = useStore(editing.caret, (request) => request?.block === name);
  useKeepInView(name, isShown);
  return (
    <aside
      className={classes.panel}
      data-region="form"
      data-over-canvas=""
      data-caret-coming={isCaretComing || undefined}
      aria-label={`Edit ${label}`}
      hidden={!isShown}
      onFocus={() => onTypedIn(true)}
      onBlur={({ currentTarget, relatedTarget }) => onTypedIn(currentTarget.contains(relatedTarget))}
    >
      <span className={classes.grabber} aria-hidden="true" />
      <PanelHead name={name} type={type} />
      {isPhone && <ActionRail name={name} side="only" className={classes.actions} hasWords />}
      <PanelForm {...props} label={label} />
    </aside>
  );
});

function PanelForm({ shown, late, isTouched, isShown, label }: PanelProps & { readonly label: string }) {
  const { name } = shown;
  const { editing } = useTools();
  const checked = useMemo(() => checkBlock(late), [late]);
  const fields = useFields(checked);
  const neededId = useId();
  const [footer, setFooter] = useState<HTMLDivElement | null>(null);
  const isUploading = useStore(editing.files.state, (files) => files.get(name) === 'uploading');
  const save = () => {
    fields.showAll();
    if (isTouched && !isUploading) saveShown(editing, name, label);
  };
  return (
    <form
      className={classes.form}
      noValidate
      onBlur={fields.onBlur}
      // Handled here: the browser does not submit while the deferred check still disables the button.
      onKeyDown={(event) => {
        if (!isEnterInField(event)) return;
        event.preventDefault();
        save();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <PanelBody {...{ shown, late, label, isShown, footer }} problem={fields.problem} />
      <div className={classes.footer}>
        <div ref={setFooter} className={classes.taken} />
        <PanelFooter
          name={name}
          canSave={checked.block !== null && isTouched && !isUploading}
          neededId={neededId}
        />
        <div className={classes.below}>
          <NeededFields
            id={neededId}
            label={label}
            block={late}
            problems={checked.problems}
            isUploading={isUploading}
          />
          <DiscardChanges name={name} />
        </div>
      </div>
    </form>
  );
}

/** Validates the current state, behind which what was checked may lag, and saves it. */
function saveShown(editing: EditorSession, name: string, label: string): void {
  const now = shownBlock(editing.store.getState(), name);
  const { block } = now === null ? { block: null } : checkBlock(now);
  if (block === null) return;
  const isForNobody = findBlock(editing.store.getState().document, name)?.audience?.length === 0;
  saveBlockChanges(editing, block);
  if (isForNobody)
    toast.info(`${label} is saved. Nobody sees it until you choose a group`, {
      action: { label: 'Choose a group', run: () => selectBlock(editing, name) },
    });
}

function PanelBody({
  shown,
  late,
  label,
  isShown,
  footer,
  problem,
}: Pick<PanelProps, 'shown' | 'late' | 'isShown'> & {
  readonly label: string;
  readonly footer: HTMLElement | null;
  readonly problem: (path: string) => string | undefined;
}) {
  const { name } = shown;
  const { editing, guests, school } = useTools();
  const words = useMemo(() => fieldsIn(school.language), [school.language]);
  const watch = useUploadWatch(name, label);
  return (
    <div className={classes.body} data-fields={isShown ? '' : undefined}>
      <MissingNotes block={shown} />
      <RowsNote block={late} />
      <UploadTrackerContext value={watch}>
        <MantineThemeProvider theme={words} inherit>
          <BlockForm block={shown} problem={problem} footer={footer} />
        </MantineThemeProvider>
      </UploadTrackerContext>
      {!editing.isContributor && (
        <>
          <SectionTint name={name} />
          {guests.at('Field').map(({ name: guest, contribution: Field }) => (
            <Field key={guest} name={name} />
          ))}
        </>
      )}
    </div>
  );
}

/** Values are in the newsletter's language; the form around them is not. */
function fieldsIn(lang: string): MantineThemeOverride {
  return { components: { TextInput: { defaultProps: { lang } }, Textarea: { defaultProps: { lang } } } };
}

function isEnterInField(event: KeyboardEvent): boolean {
  const { key, target, nativeEvent } = event;
  return key === 'Enter' && !event.defaultPrevented && !nativeEvent.isComposing && isOneLine(target);
}

function isOneLine(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && !['file', 'button'].includes(target.type);
}

/** Registers the form's uploads, and shows a toast if one fails while the form is hidden. */
function useUploadWatch(name: string, label: string): UploadTracker {
  const { editing } = useTools();
  return useMemo(
    () => ({
      begin: () =>
        editing.files.begin(name, (message) => {
          if (editing.store.getState().selected === name) return;
          const show = { label: 'Show', run: () => selectBlock(editing, name) };
          toast.error(`${label}: ${message}`, { action: show });
        }),
    }),
    [editing, name, label],
  );
}

const PanelHead = memo(function PanelHead({ name, type }: { name: string; type: BlockType }) {
  const { editing } = useTools();
  const Icon = EDITORS[type].icon;
  return (
    <div className={classes.head}>
      <Icon size={22} stroke={1.75} aria-hidden="true" />
      <h2 className={classes.title}>{useBlockLabel(name)}</h2>
      <ActionIcon aria-label="Close" data-closes="" onClick={() => closeBlock(editing, name)}>
        <IconX size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
});

/** Discards the working copy. Appears with the first change, in a line that is always there, so that nothing moves. */
const DiscardChanges = memo(function DiscardChanges({ name }: { name: string }) {
  const { editing } = useTools();
  const isChanged = useEditor((state) => name in state.workingCopies && !state.fresh.includes(name));
  return (
    isChanged && (
      <Button
        variant="subtle"
        size="compact-md"
        className={classes.discard}
        onClick={() => discardBlockChanges(editing, name)}
      >
        Discard changes
      </Button>
    )
  );
});

const PanelFooter = memo(function PanelFooter({
  name,
  canSave,
  neededId,
}: {
  name: string;
  canSave: boolean;
  neededId: string;
}) {
  const { editing } = useTools();
  return (
    <div className={classes.usual}>
      <Button type="submit" className={classes.save} disabled={!canSave} aria-describedby={neededId}>
        Save changes
      </Button>
      <Button variant="default" onClick={() => void cancelBlock(editing, name)}>
        Cancel
      </Button>
      {useRight(name) === 'arrange' && (
        <ActionIcon
          aria-label="Delete component"
          className={classes.delete}
          onClick={() => void deleteBlock(editing, name)}
        >
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
});

/** The fields that show their problem: those that lost the focus, and all after an attempt to save. */
function useFields({ problems }: CheckedBlock) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const leave = useRef((event: FocusEvent<HTMLElement>) => {
    const field = event.target.closest<HTMLElement>('[data-path]');
    const path = field?.dataset.path;
    // Moving between a text and its toolbar stays in the same field.
    if (path === undefined || field?.contains(event.relatedTarget)) return;
    afterPress(() => setTouched((before) => (before.has(path) ? before : new Set(before).add(path))));
  });
  return {
    problem: (path: string) => (showsAll || touched.has(path) ? problems[path] : undefined),
    showAll: () => setShowsAll(true),
    onBlur: leave.current,
  };
}
