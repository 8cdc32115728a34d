import { useStore } from 'zustand';
import { useUntouched } from '#web/features/editor/guests/next-issue/use-carried-over.ts';
import { useOpenThreads } from '#web/features/editor/guests/notes/notes-button.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './approval.module.css';

/** What is not done yet, before one asks for approval: it keeps nobody from asking. */
export function StillOpen() {
  const { editing, checker } = useTools();
  const found = useStore(checker.findings, (findings) => findings.length);
  const { words: untouched } = useUntouched();
  const parts = useStore(
    editing.parts,
    (state) => [...state.parts.values()].filter(({ attributes }) => attributes.done_at === null).length,
  );
  const notes = useOpenThreads();
  const lines = [
    found > 0 && `Check still finds ${counted(found, 'thing')}`,
    untouched,
    parts > 0 && `${counted(parts, 'part')} not done`,
    notes > 0 && `${counted(notes, 'note')} not resolved`,
  ].filter((line) => typeof line === 'string');
  if (lines.length === 0) return null;
  return (
    <section aria-label="Not done yet" className={classes.open}>
      <h3 className={classes.openTitle}>Not done yet</h3>
      <ul className={classes.openList}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
