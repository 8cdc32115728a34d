import { formatWeekday } from '#newsletter/values/dates.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { ALL_PARTS, partsOf } from './parts-store.ts';
import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { admits } from '#contract/access.ts';
import { PART_MESSAGES, PART_WORDS, type Part } from '#contract/parts/parts.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { blocksOfPart, headingAfterPart, partLabel } from '#newsletter/document/parts.ts';
import { isHeading } from '#newsletter/document/traits.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { useReturnFocus } from '#web/features/editor/kernel/places/use-return-focus.ts';
import { canvasDocument } from '#web/features/editor/kernel/state/editor-state.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSession } from '#web/session/session.ts';
import { finishPart } from './finish-part.ts';
import classes from './part-dialog.module.css';
import { changedSinceWords } from './part-mark.tsx';
import { usePart, usePartName } from './use-part.ts';

/** The part that begins at a block: shows its author and due day, changes them, and hands it in. */
export function PartDialog({ name }: { name: string }) {
  const { editing } = useTools();
  const { parts } = editing;
  useReturnFocus();
  const isReady = useStore(parts, (state) => state.isReady);
  const part = usePart(name);
  const total = useStore(parts, (state) => state.parts.size);
  const label = useEditor((state) => partLabel(canvasDocument(state), name)) ?? part?.attributes.label;
  const role = useSession()?.user.attributes.role ?? null;
  const mayGive = admits('member', { role, schoolId: 'own' });
  const close = () => partsOf(editing).open(null);
  return (
    <Dialog opened onClose={close} title={`Part: ${label ?? 'Deleted block'}`} size={440}>
      <Reach name={name} />
      {part !== undefined && <Given part={part} onClose={close} />}
      {isReady ? (
        mayGive && <GivePart key={part?.id} name={name} part={part} onClose={close} />
      ) : (
        <Loading label="Loading who may write it">
          <div className={classes.skeleton} />
        </Loading>
      )}
      {mayGive && total > 0 && (
        <Button variant="subtle" className={classes.all} onClick={() => partsOf(editing).open(ALL_PARTS)}>
          All parts ({total})
        </Button>
      )}
    </Dialog>
  );
}

/** A sentence about the blocks of the part. */
function Reach({ name }: { name: string }) {
  const words = useEditor((state) => {
    // The label of a heading follows the canvas, also while somebody types.
    const document = canvasDocument(state);
    const block = findBlock(document, name);
    const label = partLabel(document, name);
    if (block === null || label === null)
      return 'Its block is not in the newsletter just now. The part is there again with it: by Undo, or from the history.';
    if (!isHeading(block)) return 'This block alone.';
    const blocks = blocksOfPart(document, name).length;
    const next = headingAfterPart(document, name);
    const end = next === null ? 'to the end' : `to ‘${partLabel(document, next)}’, without that`;
    return `From ‘${label}’ ${end}: ${blocks === 1 ? '1 block' : `${blocks} blocks`}. Blocks may be added and moved there.`;
  });
  return <p className={classes.reach}>{words}</p>;
}

function Given({ part, onClose }: { part: Part; onClose: () => void }) {
  const { editing, school } = useTools();
  const writer = usePartName(part);
  const { busy, run } = useBusy<'saving'>();
  const { due_on, done_at, changed } = part.attributes;
  const isDone = done_at !== null;
  const finish = async () => {
    if (await finishPart(editing, part.id, !isDone)) onClose();
  };
  return (
    <div className={classes.given}>
      <p>
        {writer === 'You' ? 'You write this' : `${writer} writes this`} by {formatWeekday(due_on)}.
        {isDone && ` ${changed === null ? PART_WORDS.done : PART_WORDS.changed}`}
        {isDone && (changed === null ? '.' : ` by ${changedSinceWords(changed, school.time_zone)}.`)}
      </p>
      <BusyButton
        type="button"
        variant={isDone ? 'default' : 'filled'}
        busy={busy !== null}
        busyLabel="Saving…"
        onClick={() => void run('saving', finish)}
      >
        {isDone ? PART_WORDS.reopen : PART_WORDS.finish}
      </BusyButton>
    </div>
  );
}

interface GiveProps {
  /** The name of the block where the part begins. */
  readonly name: string;
  readonly part: Part | undefined;
  readonly onClose: () => void;
}

/** The form for the author and the due day; if the block was deleted, the part can only be taken back. */
function GivePart(props: GiveProps) {
  const { name, part, onClose } = props;
  const isBlockDeleted = useEditor(({ document }) => findBlock(document, name) === null);
  if (!isBlockDeleted) return <GiveForm {...props} />;
  return (
    <div className={classes.answers}>
      <TakeBack part={part} onDone={onClose} />
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

function GiveForm({ name, part, onClose }: GiveProps) {
  const { editing, school } = useTools();
  const people = useStore(editing.parts, (state) => state.people);
  const today = dayIn(school.time_zone, new Date());
  const issueDate = useEditor((state) => state.document.issueDate);
  const [person, setPerson] = useState(part?.attributes.person_id ?? '');
  const [day, setDay] = useState(
    part?.attributes.due_on ?? (issueDate !== null && issueDate >= today ? issueDate : ''),
  );
  const [problems, setProblems] = useState<Problems>({});
  const { busy, run } = useBusy<'saving'>();
  const give = async () => {
    // The server knows only saved blocks.
    if (!(await editing.saver.flush()) || !(await partsOf(editing).give(name, person, day))) return;
    const writer = people.find(({ id }) => id === person)?.name ?? '';
    toast.success(`${writer} writes it by ${formatWeekday(day)}`);
    onClose();
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = problemsOf(person, day, day === part?.attributes.due_on ? '' : today);
        setProblems(found);
        if (Object.keys(found).length === 0) void run('saving', give);
      }}
    >
      <NativeSelect
        label="Who writes it"
        value={person}
        error={problems.person}
        data={[
          { value: '', label: 'Choose a person' },
          ...people.map(({ id, name: label }) => ({ value: id, label })),
        ]}
        onChange={({ currentTarget }) => setPerson(currentTarget.value)}
      />
      <TextInput
        type="date"
        label="By when"
        description="They get an email now, and another in the morning of the school day before."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={today}
        value={day}
        error={problems.day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <div className={classes.answers}>
        <TakeBack part={part} onDone={onClose} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton
          busy={busy !== null}
          busyLabel="Saving…"
          variant={part === undefined || part.attributes.done_at !== null ? 'filled' : 'default'}
        >
          {part === undefined ? 'Give' : 'Save'}
        </BusyButton>
      </div>
    </form>
  );
}

interface Problems {
  readonly person?: string;
  readonly day?: string;
}

/** `earliest`: the first day that may be chosen. */
function problemsOf(person: string, day: string, earliest: string): Problems {
  return {
    ...(person === '' && { person: 'Please choose a person' }),
    ...(day === '' && { day: 'Please choose a day' }),
    ...(day !== '' && day < earliest && { day: PART_MESSAGES.past }),
  };
}

/** Renders nothing if nobody has the part. */
function TakeBack({ part, onDone }: { part: Part | undefined; onDone: () => void }) {
  const { editing } = useTools();
  if (part === undefined) return null;
  const takeBack = async () => {
    if (!(await partsOf(editing).takeBack(part.id))) return;
    toast.info('The part is taken back');
    onDone();
  };
  return (
    <Button variant="subtle" color="red" onClick={() => void takeBack()}>
      Take back
    </Button>
  );
}
