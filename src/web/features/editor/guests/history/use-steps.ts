import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Comparison } from './comparison.ts';

/** Steps from change to change. */
export interface Steps {
  /** The change that is shown now; null for none yet. */
  readonly current: number | null;
  readonly count: number;
  /** The announcement for screen readers: '3 of 5: Text 2 changed'; before the first step, the number of changes. */
  readonly announcement: string;
  goTo(index: number): void;
  /** Goes to the next or previous change, and round at the ends; returns its index, or null if there is none. */
  step(by: 1 | -1): number | null;
}

/** The id of the element that shows a change. */
export function changeId(index: number): string {
  return `change-${index}`;
}

export function useSteps(comparison: Comparison | null): Steps {
  const [at, setAt] = useState<{ readonly of: Comparison | null; readonly index: number } | null>(null);
  const count = comparison?.changes.length ?? 0;
  // A new comparison has no current change yet.
  const current = at !== null && at.of === comparison && at.index < count ? at.index : null;
  const change = current === null ? undefined : comparison?.changes[current];
  const goTo = (index: number) => {
    setAt({ of: comparison, index });
    document.getElementById(changeId(index))?.scrollIntoView({ block: 'center' });
  };
  const step = (by: 1 | -1) => {
    if (count === 0) return null;
    const next = current === null ? (by === 1 ? 0 : count - 1) : (current + by + count) % count;
    goTo(next);
    return next;
  };
  return {
    current,
    count,
    announcement:
      change === undefined ? countOf(comparison) : `${(current ?? 0) + 1} of ${count}: ${change.words}`,
    goTo,
    step,
  };
}

function countOf(comparison: Comparison | null): string {
  if (comparison === null) return '';
  const { length } = comparison.changes;
  return length === 0 ? 'No changes' : length === 1 ? '1 change' : `${length} changes`;
}

/** Scrolls to the first change, which may be below the fold, whenever `what`, the key of the chosen states, changes. */
export function useFirstChangeInView(comparison: Comparison | null, what: string): void {
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (comparison === null || seen.current === what) return;
    seen.current = what;
    if (comparison.changes.length > 0)
      document.getElementById(changeId(0))?.scrollIntoView({ block: 'center' });
  }, [comparison, what]);
}

function focusMark(index: number): void {
  const mark = document.getElementById(changeId(index))?.querySelector('button');
  mark?.focus({ preventScroll: true });
}

const KEYS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);
/** Letters need no modifier, so they work only on the canvas and at the buttons, where nobody types. */
const LETTERS: ReadonlyMap<string, 1 | -1> = new Map([
  ['j', 1],
  ['k', -1],
]);

/** Arrows, J and K step from change to change; Escape leaves. */
export function useStepKeys({ step }: Steps, leave: () => void): void {
  useWindowEvent('keydown', (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.closest('[role="dialog"], [role="menu"]') !== null) return;
    if (key === 'Escape') {
      leave();
      return;
    }
    if (target.closest('input, select, textarea') !== null) return;
    const isAtSteps = target.closest('[data-steps]') !== null;
    const by = KEYS.get(key) ?? (isAtSteps ? LETTERS.get(key.toLowerCase()) : undefined);
    if (by === undefined) return;
    event.preventDefault();
    const next = step(by);
    // With the mark focused, Tab leads to its actions. If a step button had the focus, it keeps it.
    if (next !== null && target.closest('button[aria-keyshortcuts]') === null) focusMark(next);
  });
}
