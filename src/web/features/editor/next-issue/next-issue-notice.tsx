import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { DEFINITIONS } from '#newsletter/document/document.ts';
import { focusCanvas } from '#web/features/editor/canvas/focus.ts';
import { useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import { offerUndo } from '#web/features/editor/history/offer-undo.ts';
import { selectBlock } from '#web/features/editor/state/commands.ts';
import { act } from '#web/features/editor/state/editor-store.ts';
import { todayIn } from '#web/newsletter-ui/templates.ts';
import { keepCarriedOver, untouchedIn } from './carried-over.ts';
import classes from './next-issue-notice.module.css';
import { firstCurrentDay, pastDates, removeDates } from './past-dates.ts';

/** What a next issue still has from the issue before, and what to do about it. It stays until somebody closes it. */
export function NextIssueNotice() {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <section className={classes.notice} aria-label="Next issue">
      <Untouched />
      <PastDates />
      <ActionIcon
        className={classes.close}
        aria-label="Close"
        onClick={() => {
          setOpen(false);
          focusCanvas();
        }}
      >
        <IconX size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </section>
  );
}

function useShown() {
  const { editing } = useTools();
  const carriedOver = useStore(editing.carriedOver);
  const document = useEditor((state) => state.document);
  const workingCopies = useEditor((state) => state.workingCopies);
  return { editing, carriedOver, document, workingCopies };
}

function Untouched() {
  const { editing, carriedOver, document, workingCopies } = useShown();
  const selected = useEditor((state) => state.selected);
  const untouched = useMemo(
    () => untouchedIn(carriedOver, { ...editing.store.getState(), document, workingCopies }),
    [editing, carriedOver, document, workingCopies],
  );
  const at = untouched.findIndex(({ name }) => name === selected);
  const next = untouched[(at + 1) % untouched.length];
  const current = untouched[at];
  if (next === undefined)
    return <p className={classes.part}>Nothing is left as it was on {carriedOver?.day}.</p>;
  return (
    <div className={classes.part}>
      <p>
        {untouched.length === 1 ? '1 block is' : `${untouched.length} blocks are`} still from{' '}
        {carriedOver?.day}.
      </p>
      <Button variant="default" size="sm" onClick={() => selectBlock(editing, next.name, 'end')}>
        {current === undefined ? 'Show them' : 'Next'}
      </Button>
      <Button
        variant="subtle"
        size="sm"
        disabled={current === undefined}
        onClick={() => {
          if (current === undefined) return;
          keepCarriedOver(editing, [current.name]);
          editing.announce(`${DEFINITIONS[current.type].label} kept as it is`);
          selectBlock(editing, next === current ? null : next.name, 'end');
        }}
      >
        Keep it
      </Button>
    </div>
  );
}

function PastDates() {
  const { school } = useTools();
  const { editing, carriedOver, document, workingCopies } = useShown();
  const day = firstCurrentDay(document.issueDate, todayIn(school.time_zone));
  const names = carriedOver?.dates;
  const past = useMemo(
    () => pastDates({ ...editing.store.getState(), document, workingCopies }, names ?? [], day),
    [editing, document, workingCopies, names, day],
  );
  if (past.length === 0) return null;
  const isOne = past.length === 1;
  const remove = () => {
    act(editing.store, removeDates, past);
    offerUndo(editing, `${countWords(past.length)} removed`);
    focusCanvas();
  };
  return (
    <div className={classes.part}>
      <p title={past.map(({ title }) => title).join(', ')}>
        {countWords(past.length)} {isOne ? 'is' : 'are'} over.
      </p>
      <Button variant="default" size="sm" onClick={remove}>
        Remove {isOne ? 'it' : 'them'}
      </Button>
      <Button
        variant="subtle"
        size="sm"
        onClick={() => {
          keepCarriedOver(editing, names ?? []);
          editing.announce('The dates stay');
          focusCanvas();
        }}
      >
        Leave {isOne ? 'it' : 'them'}
      </Button>
    </div>
  );
}

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

function countWords(count: number): string {
  return `${WORDS[count] ?? count} ${count === 1 ? 'date' : 'dates'}`;
}
