import { Button } from '@mantine/core';
import { useState } from 'react';
import { fullName } from '#contract/rules/names.ts';
import type { ImportLine } from '#contract/subscribers.ts';
import classes from './import.module.css';
import { MendAddress } from './mend-address.tsx';
import type { ImportResult } from './use-import.ts';

/** The number of lines shown at first, and added by each 'Show more'. */
const LINES_PER_STEP = 100;

type Mend = (line: ImportLine, email: string) => void;

const SHOWN = ['error', 'added', 'updated', 'joined', 'skipped'] as const;
type Shown = (typeof SHOWN)[number];

const NAMES = {
  dry: {
    ...{ error: 'Cannot be read', added: 'To add', updated: 'To change' },
    ...{ joined: 'Same family', skipped: 'Left out' },
  },
  done: {
    ...{ error: 'Cannot be read', added: 'Added', updated: 'Changed' },
    ...{ joined: 'Same family', skipped: 'Left out' },
  },
} as const;

/** The lines of the file by outcome, errors first. */
export function ImportLines({
  result,
  onMend,
}: {
  result: ImportResult;
  /** Replaces a line's wrong address; absent if nothing can be corrected any more. */
  onMend?: Mend;
}) {
  const names = NAMES[result.dry_run ? 'dry' : 'done'];
  const joined = result.lines.filter((line) => kindOf(line) === 'joined').length;
  const counts = {
    added: result.added,
    updated: result.updated,
    joined,
    skipped: result.skipped - joined,
    error: result.errors.length,
  };
  const [shown, setShown] = useState<Shown>(SHOWN.find((kind) => counts[kind] > 0) ?? 'added');
  return (
    <section aria-label="Lines of the file">
      <ul className={classes.kinds}>
        {SHOWN.filter((kind) => kind !== 'joined' || joined > 0).map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className={classes.kind}
              data-kind={kind}
              aria-pressed={kind === shown}
              onClick={() => setShown(kind)}
            >
              <span className={classes.count}>{counts[kind].toLocaleString('en-GB')}</span>
              {names[kind]}
            </button>
          </li>
        ))}
      </ul>
      <Lines key={shown} lines={result.lines.filter((line) => kindOf(line) === shown)} onMend={onMend} />
    </section>
  );
}

// The line of a sibling is skipped but not lost: its groups go to the family.
function kindOf({ outcome, same_as }: ImportLine): Shown {
  return same_as === undefined ? outcome : 'joined';
}

function Lines({ lines, onMend }: { lines: readonly ImportLine[]; onMend: Mend | undefined }) {
  const [count, setCount] = useState(LINES_PER_STEP);
  if (lines.length === 0) return <p className={classes.none}>No line of the file.</p>;
  const remaining = lines.length - count;
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.lines}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Name</th>
              <th scope="col">Email</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, count).map((line) => (
              <tr key={`${line.file ?? ''} ${line.line} ${line.email}`}>
                <td>{line.file === undefined ? line.line : `${line.file}, ${line.line}`}</td>
                <td>{fullName(line) || '–'}</td>
                <td>
                  {line.mendable && onMend ? (
                    <MendAddress line={line} onMend={(email) => onMend(line, email)} />
                  ) : (
                    line.email || '–'
                  )}
                </td>
                <td>{line.message ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {remaining > 0 && (
        <Button
          variant="default"
          className={classes.more ?? ''}
          onClick={() => setCount(count + LINES_PER_STEP)}
        >
          Show {Math.min(LINES_PER_STEP, remaining)} more of {remaining.toLocaleString('en-GB')}
        </Button>
      )}
    </>
  );
}
