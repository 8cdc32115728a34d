import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '#web/session/session.ts';
import { readStored, UNSAVED, writeStored } from '#web/session/storage.ts';
import { formatDayAndTime, formatTime } from '#web/words/dates.ts';
import classes from './use-unsaved.module.css';

type Values = Readonly<Record<string, string | boolean>>;
interface Kept<V> {
  readonly at: string;
  readonly values: V;
}

/**
 * Keeps what is typed into a form in this browser until it is saved, and offers it when the form opens again: a closed
 * tab or a killed browser does not take it. `stored`: what is saved; its keys alone are kept, so a password has none.
 * `offer` goes to the head of the form. What is typed while it stands there is not kept: it waits for its answer.
 */
export function useUnsaved<V extends Values>(form: string, stored: V, bringBack: (values: V) => void) {
  const key = `${UNSAVED}${useSession()?.user.id ?? ''}:${form}`;
  const [kept, setKept] = useState(() => keptBefore(key, stored));
  const forget = () => {
    writeStored('localStorage', key, null);
    setKept(null);
  };
  const keep = (values: V) => {
    if (kept !== null) return;
    // What was not changed here is not brought back over what a colleague has changed since.
    const changed = Object.entries(values).filter(
      ([field, value]) => field in stored && stored[field] !== value,
    );
    const record = { at: new Date().toISOString(), values: Object.fromEntries(changed) };
    writeStored('localStorage', key, changed.length === 0 ? null : JSON.stringify(record));
  };
  const offer: ReactNode = kept && (
    <div className={classes.offer}>
      <p role="status">You have unsaved changes from {timeOf(kept.at)}.</p>
      <div className={classes.answers}>
        <Button
          size="sm"
          onClick={({ currentTarget }) => {
            const form = currentTarget.closest('form');
            // This button goes: what it has brought back is shown before the focus is led there.
            flushSync(() => {
              setKept(null);
              bringBack(kept.values);
            });
            focusRestored(
              form,
              Object.keys(stored).filter((field) => kept.values[field] !== stored[field]),
            );
          }}
        >
          Bring back
        </Button>
        <Button size="sm" variant="default" onClick={forget}>
          Discard
        </Button>
      </div>
    </div>
  );
  return { keep, forget, offer };
}

// To the first field that was brought back; where fields have no names, to the first one.
function focusRestored(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = [
    ...(form?.querySelectorAll<HTMLElement>('input:not([type=file], [type=color]), select, textarea') ?? []),
  ];
  const restored = fields.find(({ dataset }) => names.includes(dataset.path ?? ''));
  (restored ?? fields[0])?.focus();
}

function keptBefore<V extends Values>(key: string, stored: V): Kept<V> | null {
  try {
    const record: unknown = JSON.parse(readStored('localStorage', key) ?? 'null');
    if (!isRecord(record) || typeof record.at !== 'string' || !isRecord(record.values)) return null;
    const found = record.values;
    // Of another version of the form: only what it still asks.
    const known = Object.entries(found).filter(([field, value]) => typeof stored[field] === typeof value);
    const values = { ...stored, ...Object.fromEntries(known) };
    return Object.keys(stored).some((field) => values[field] !== stored[field])
      ? { at: record.at, values }
      : null;
  } catch {
    return null;
  }
}

function timeOf(moment: string): string {
  const isToday = new Date(moment).toDateString() === new Date().toDateString();
  return isToday ? formatTime(moment) : formatDayAndTime(moment);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
