import { IconCloudCheck, IconCloudExclamation, IconCloudPause, IconCloudUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { Tip } from '#ui/tip.tsx';
import { NO_CONNECTION } from '#web/api/client.ts';
import { showUnfinished } from '#web/features/editor/fields/show-unfinished.ts';
import { useHistoryPlace } from '#web/features/editor/kernel/places/history-place.ts';
import type { SaveState } from '#web/features/editor/kernel/save-state.ts';
import type { JournalDurability } from '#web/features/editor/kernel/saver.ts';
import { useEditor, useSaveState, useTools } from '#web/features/editor/kernel/tools.tsx';
import { listUnsavedBlocks, unsavedWords } from '#web/features/editor/kernel/unsaved-blocks.ts';
import { formatDate, formatTime } from '#web/words/dates.ts';
import classes from './save-status.module.css';

/** Shows 'Saved 14:02', 'Saving…', what is not saved yet, or that saving failed and what can be done. Leads to the history. */
export function SaveStatus() {
  const state = useSaveState();
  const { step, at } = state;
  const unsaved = useEditor(unsavedWords);
  const trouble = TROUBLE.get(step);
  if (state.step === 'failed' && state.mayHelp) return <NotSaved />;
  if (step === 'conflict') return <Undecided />;
  if (trouble !== undefined)
    return (
      <div className={classes.saving} data-trouble="">
        <IconCloudExclamation size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.words}>{trouble}</span>
      </div>
    );
  // The field itself shows the problem.
  if (unsaved !== null) return <Unfinished words={unsaved} />;
  return step === 'saved' ? (
    <HistoryButton icon={IconCloudCheck} words={`Saved ${timeOf(at)}`} />
  ) : (
    <HistoryButton icon={IconCloudUp} words="Saving…" />
  );
}

/** Leads to the question about others' changes. */
function Undecided() {
  const { asking } = useTools().editing;
  return (
    <Tip label="Somebody else has changed the same. Nothing is saved before you decide what stays">
      <button type="button" className={classes.saving} onClick={() => asking.setState('now', true)}>
        <IconCloudPause size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.words}>Not saved: decide</span>
      </button>
    </Tip>
  );
}

/** Leads to the first unfinished block. */
function Unfinished({ words }: { words: string }) {
  const { isPhone, editing } = useTools();
  const show = () => {
    // A file on its way needs no help.
    const [first] = listUnsavedBlocks(editing).filter(({ problem }) => problem !== null);
    if (first !== undefined) showUnfinished(editing, first);
  };
  return (
    <Tip label="Show what is missing">
      <button type="button" className={classes.saving} aria-label={words} onClick={show}>
        <IconCloudPause size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.words}>{isPhone ? 'Not finished' : words}</span>
      </button>
    </Tip>
  );
}

function HistoryButton({ icon: Icon, words }: { icon: typeof IconCloudUp; words: string }) {
  const { open } = useHistoryPlace();
  const { editing } = useTools();
  if (editing.isContributor)
    return (
      <div className={classes.saving}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.words}>{words}</span>
      </div>
    );
  return (
    <Tip label="History">
      <button type="button" className={classes.saving} data-history="" aria-label={words} onClick={open}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.words}>{words}</span>
      </button>
    </Tip>
  );
}

const TROUBLE: ReadonlyMap<string, string> = new Map([
  ['failed', 'Not saved'],
  ['gone', 'Deleted elsewhere'],
]);

const KEPT_WHILE_SLOW = 'Saving takes longer than usual. What you type is kept here meanwhile';
const SLOW = {
  durable: KEPT_WHILE_SLOW,
  page: KEPT_WHILE_SLOW,
  refused: 'Saving takes longer than usual. Keep this page open until it is done',
} as const satisfies Record<JournalDurability, string>;

/** A notice while saving fails or takes long, with the reason and what to do. Placed where its coming and going moves nothing. */
export function SaveFailure() {
  const state = useSaveState();
  const durability = useStore(useTools().editing.durability);
  if (state.step === 'saving' && state.isSlow === true)
    return (
      <div className={classes.trouble} data-quiet="">
        <p role="alert">{SLOW[durability]}</p>
      </div>
    );
  if (state.step !== 'failed') return null;
  return (
    <div className={classes.trouble}>
      <p role="alert">{failedWords(state, durability)}</p>
      {state.mayHelp && <TryAgain />}
    </div>
  );
}

/** A notice if the browser keeps no durable copy, with what to do. */
export function NotDurable() {
  const durability = useStore(useTools().editing.durability);
  if (durability === 'durable') return null;
  return (
    <div className={classes.trouble}>
      <p role="alert">{NOT_DURABLE[durability]}</p>
    </div>
  );
}

function NotSaved() {
  const { busy, tryAgain } = useTryAgain();
  return (
    <button
      type="button"
      className={classes.saving}
      data-trouble=""
      aria-disabled={busy || undefined}
      onClick={() => void tryAgain()}
    >
      <IconCloudExclamation size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.words}>{busy ? 'Saving…' : 'Not saved: try again'}</span>
    </button>
  );
}

/** The button for phones, whose head has no room for it. */
function TryAgain() {
  const { busy, tryAgain } = useTryAgain();
  return (
    <BusyButton
      type="button"
      variant="danger-quiet"
      size="sm"
      busy={busy}
      busyLabel="Saving…"
      onClick={() => void tryAgain()}
    >
      Try again
    </BusyButton>
  );
}

function useTryAgain() {
  const { saver } = useTools().editing;
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    if (busy) return;
    setBusy(true);
    await saver.flush();
    setBusy(false);
  };
  return { busy, tryAgain };
}

const NOT_DURABLE = {
  page: 'If this browser crashes, what you typed last may be lost: it keeps no database. Save changes often',
  refused: 'This browser has no room to keep what you type. Save changes often, and keep this page open',
} as const;

function failedWords(
  { message, retries }: Pick<Extract<SaveState, { step: 'failed' }>, 'message' | 'retries'>,
  durability: JournalDurability,
): string {
  if (durability === 'refused')
    return `Not saved, and this browser has no room to keep it. Keep this page open. ${message}`;
  if (!navigator.onLine) return 'Offline. Your changes are kept here';
  if (!retries) return `Not saved. ${message}`;
  const why = message === NO_CONNECTION ? 'The server does not answer' : message;
  return `Not saved yet. ${why}. Your changes are kept here, and saved as soon as that works`;
}

/** '14:02' today, else '19/11'. */
function timeOf(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  const moment = at.toISOString();
  return isToday ? formatTime(moment) : formatDate(moment).slice(0, 5);
}
