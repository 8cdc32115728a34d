import { Dialog } from '#ui/dialogs/dialog.tsx';
import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
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
import { useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import { canvasDocument } from '#web/features/editor/kernel/editor-state.ts';
import { useReturnFocus } from '#web/features/editor/use-return-focus.ts';
import { useSession } from '#web/session/session.ts';
import { longDay } from '#web/words/days.ts';
import { finishPart } from './finish-part.ts';
import classes from './part-dialog.module.css';
import { changedSinceWords, usePart, usePartName } from './part-mark.tsx';
import { ALL_PARTS } from './parts-store.ts';

/** Who writes a block by when: to read, to change, and to say that it is done. */
export function PartDialog({ name }: { name: string }) {
  const { parts } = useTools().editing;
  useReturnFocus();
  const isReady = useStore(parts.state, (state) => state.isReady);
  const part = usePart(name);
  const total = useStore(parts.state, (state) => state.parts.size);
  const label = useEditor((state) => partLabel(canvasDocument(state), name)) ?? part?.attributes.label;
  const role = useSession()?.user.attributes.role ?? null;
  const mayGive = admits('member', { role, schoolId: 'own' });
  const close = () => parts.open(null);
  return (
    <Dialog opened onClose={close} title={`Part: ${label ?? 'Deleted block'}`} size={440}>
      <Reach name={name} />
      {part !== undefined && <Given part={part} onClose={close} />}
      {isReady ? (
        mayGive && <GiveForm key={part?.id} name={name} part={part} onClose={close} />
      ) : (
        <Loading label="Loading who may write it">
          <div className={classes.skeleton} />
        </Loading>
      )}
      {mayGive && total > 0 && (
        <Button variant="subtle" className={classes.all} onClick={() => parts.open(ALL_PARTS)}>
          All parts ({total})
        </Button>
      )}
    </Dialog>
  );
}

/** Which blocks the part has. */
function Reach({ name }: { name: string }) {
  const words = useEditor((state) => {
    // A heading is called as it is on the canvas, also while it is being written.
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
  const who = usePartName(part);
  const [isBusy, setBusy] = useState(false);
  const { due_on, done_at, changed } = part.attributes;
  const isDone = done_at !== null;
  const finish = async () => {
    setBusy(true);
    const worked = await finishPart(editing, part.id, !isDone);
    setBusy(false);
    if (worked) onClose();
  };
  return (
    <div className={classes.given}>
      <p>
        {who === 'You' ? 'You write this' : `${who} writes this`} by {longDay(due_on)}.
        {isDone && ` ${changed === null ? PART_WORDS.done : PART_WORDS.changed}`}
        {isDone && (changed === null ? '.' : ` by ${changedSinceWords(changed, school.time_zone)}.`)}
      </p>
      <BusyButton
        type="button"
        variant={isDone ? 'default' : 'filled'}
        busy={isBusy}
        busyLabel="Saving…"
        onClick={() => void finish()}
      >
        {isDone ? PART_WORDS.reopen : PART_WORDS.finish}
      </BusyButton>
    </div>
  );
}

function GiveForm({ name, part, onClose }: { name: string; part: Part | undefined; onClose: () => void }) {
  const { editing, school } = useTools();
  const people = useStore(editing.parts.state, (state) => state.people);
  const issueDate = useEditor((state) => state.document.issueDate);
  const [person, setPerson] = useState(part?.attributes.person_id ?? '');
  const isGone = useEditor(({ document }) => findBlock(document, name) === null);
  const today = dayIn(school.time_zone, new Date());
  const [day, setDay] = useState(
    part?.attributes.due_on ?? (issueDate !== null && issueDate >= today ? issueDate : ''),
  );
  const [errors, setErrors] = useState<{ person?: string; day?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const give = async (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(person === '' && { person: 'Please choose a person' }),
      ...(day === '' && { day: 'Please choose a day' }),
      ...(day !== '' && day < today && day !== part?.attributes.due_on && { day: PART_MESSAGES.past }),
    };
    setErrors(missing);
    if (isBusy || Object.keys(missing).length > 0) return;
    setBusy(true);
    // The server knows saved blocks alone.
    const worked = (await editing.saver.flush()) && (await editing.parts.give(name, person, day));
    setBusy(false);
    if (!worked) return;
    const who = people.find(({ id }) => id === person)?.name ?? '';
    toast.success(`${who} writes it by ${longDay(day)}`);
    onClose();
  };
  const takeBack = async () => {
    if (part === undefined || !(await editing.parts.takeBack(part.id))) return;
    toast.info('The part is taken back');
    onClose();
  };
  if (isGone)
    return (
      <div className={classes.answers}>
        <Button variant="subtle" color="red" onClick={() => void takeBack()}>
          Take back
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    );
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void give(event)}>
      <NativeSelect
        label="Who writes it"
        value={person}
        error={errors.person}
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
        error={errors.day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <div className={classes.answers}>
        {part !== undefined && (
          <Button variant="subtle" color="red" onClick={() => void takeBack()}>
            Take back
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton
          busy={isBusy}
          busyLabel="Saving…"
          variant={part === undefined || part.attributes.done_at !== null ? 'filled' : 'default'}
        >
          {part === undefined ? 'Give' : 'Save'}
        </BusyButton>
      </div>
    </form>
  );
}
