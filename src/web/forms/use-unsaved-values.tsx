import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '#web/session/session.ts';
import { readStored, UNSAVED_PREFIX, writeStored } from '#web/session/storage.ts';
import { formatDayAndTime, formatTime } from '#web/words/dates.ts';
import classes from './use-unsaved-values.module.css';

type Value = string | boolean | readonly string[];
type Values = Readonly<Record<string, Value>>;
interface StoredRecord<V> {
  readonly at: string;
  readonly values: V;
}

/**
 * Stores a form's unsaved values in this browser and offers to restore them when the form opens again, after a closed
 * tab or a crash. `saved` has the saved values; only its keys are stored, so leave out passwords. Render `offer` at the
 * top of the form. While it is shown, nothing is stored, so that the offered values are not overwritten.
 */
export function useUnsavedValues<V extends Values>(form: string, saved: V, restore: (values: V) => void) {
  const key = useKey(form);
  const [found, setFound] = useState(() => readRecord(key, saved));
  const clear = () => {
    writeStored('localStorage', key, null);
    setFound(null);
  };
  const store = (values: V) => {
    if (found !== null) return;
    // Only changed fields, so that restoring does not undo what a colleague has changed since.
    const changed = Object.entries(values).filter(
      ([field, value]) => field in saved && !isSame(saved[field], value),
    );
    const record = { at: new Date().toISOString(), values: Object.fromEntries(changed) };
    writeStored('localStorage', key, changed.length === 0 ? null : JSON.stringify(record));
  };
  const offer: ReactNode = found && (
    <div className={classes.offer}>
      <p role="status">You have unsaved changes from {timeOf(found.at)}.</p>
      <div className={classes.answers}>
        <Button
          size="sm"
          onClick={({ currentTarget }) => {
            const form = currentTarget.closest('form');
            // The button disappears, so the restored fields must be rendered before one gets the focus.
            flushSync(() => {
              setFound(null);
              restore(found.values);
            });
            focusRestored(
              form,
              Object.keys(saved).filter((field) => !isSame(found.values[field], saved[field])),
            );
          }}
        >
          Bring back
        </Button>
        <Button size="sm" variant="default" onClick={clear}>
          Discard
        </Button>
      </div>
    </div>
  );
  return { store, clear, offer };
}

/** Whether a form that starts closed has unsaved values, so that it opens and offers them. */
export function useHasUnsaved(form: string): boolean {
  const key = useKey(form);
  return readStored('localStorage', key) !== null;
}

function useKey(form: string): string {
  return `${UNSAVED_PREFIX}${useSession()?.user.id ?? ''}:${form}`;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

// Focuses the first restored field; if the fields have no names, the first field.
function focusRestored(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = [
    ...(form?.querySelectorAll<HTMLElement>('input:not([type=file], [type=color]), select, textarea') ?? []),
  ];
  const restored = fields.find(({ dataset }) => names.includes(dataset.path ?? ''));
  (restored ?? fields[0])?.focus();
}

function readRecord<V extends Values>(key: string, saved: V): StoredRecord<V> | null {
  try {
    const record: unknown = JSON.parse(readStored('localStorage', key) ?? 'null');
    if (!isRecord(record) || typeof record.at !== 'string' || !isRecord(record.values)) return null;
    // A record of another version of the form may have unknown fields, which are dropped.
    const known = Object.entries(record.values).filter(([field, value]) => isLike(saved[field], value));
    const values = { ...saved, ...Object.fromEntries(known) };
    return Object.keys(saved).some((field) => !isSame(values[field], saved[field]))
      ? { at: record.at, values }
      : null;
  } catch {
    return null;
  }
}

function isLike(saved: Value | undefined, value: unknown): boolean {
  if (typeof saved !== 'object') return typeof saved === typeof value;
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function timeOf(moment: string): string {
  const isToday = new Date(moment).toDateString() === new Date().toDateString();
  return isToday ? formatTime(moment) : formatDayAndTime(moment);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
