import { STATE_MINUTES } from '#contract/history.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { listWithAnd } from '#newsletter/values/lists.ts';
import type { TimelineEntry } from './timeline-entry.ts';

const COUNTS = ['', '', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** The actual length of the work: a state may come from a single save. */
export function workWords(from: string, until: string): string {
  const minutes = Math.round((Date.parse(until) - Date.parse(from)) / MINUTE_MS);
  if (minutes < 1) return 'A moment’s work';
  return minutes === 1 ? 'One minute of work' : `${COUNTS[minutes] ?? minutes} minutes of work`;
}

/**
 * The timeline with the saves of several people within ten minutes joined to one entry: while two people write, each save is a
 * state of its own, so that nobody's overwrites another's. Newest first, like `entries`.
 */
export function workTogether(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const runs: TimelineEntry[][] = [];
  // Oldest first, so that an entry does not move into another run when somebody saves again.
  for (const entry of entries.toReversed()) {
    const run = runs.at(-1);
    if (run !== undefined && goesOn(run, entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap(joined).toReversed();
}

function goesOn(run: readonly TimelineEntry[], { kind, from }: TimelineEntry): boolean {
  const [first] = run;
  if (first?.kind !== 'work' || kind !== 'work') return false;
  return Date.parse(from) - Date.parse(first.from) < STATE_MINUTES * MINUTE_MS;
}

/** A run, oldest first, joined to one entry if somebody occurs twice in it. */
function joined(run: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const [first, last] = [run[0], run.at(-1)];
  const people = [...new Set(run.map(({ person }) => person))];
  if (first === undefined || last === undefined || people.length < 2 || run.length === people.length)
    return run;
  const { from } = first;
  const words = workWords(from, last.at);
  // Each save inside names its own changes.
  return [{ ...last, from, words, person: listWithAnd(people), changed: '', inside: run.toReversed() }];
}
