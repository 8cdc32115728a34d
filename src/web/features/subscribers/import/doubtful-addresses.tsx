import { Button } from '@mantine/core';
import { suggestedAddress } from '#contract/mail/suggested-address.ts';
import type { ImportLine } from '#contract/subscribers.ts';
import { withAddress } from './file-choice.ts';
import classes from './import.module.css';
import type { ImportResult } from './use-import.ts';

const SHOWN_MAX = 10;

/** Addresses whose provider is probably misspelt, each with a suggestion. Unless corrected, they are imported unchanged. */
export function DoubtfulAddresses({
  result,
  onChange,
}: {
  result: ImportResult;
  onChange: (result: ImportResult) => void;
}) {
  const doubtful = result.lines.flatMap((line) => {
    const isTaken = line.outcome === 'added' || line.outcome === 'updated';
    const meant = isTaken ? suggestedAddress(line.email) : null;
    return meant === null ? [] : [{ line, meant }];
  });
  if (doubtful.length === 0) return null;
  return (
    <section className={classes.doubt} aria-labelledby="doubtful-title">
      <h2 id="doubtful-title" className={classes.doubtTitle}>
        Please look at these addresses
      </h2>
      <ul className={classes.doubtful}>
        {doubtful.slice(0, SHOWN_MAX).map(({ line, meant }) => (
          <li key={keyOf(line)}>
            <span>{line.email}</span>
            <Button variant="default" size="sm" onClick={() => onChange(withAddress(result, line, meant))}>
              Use {meant}
            </Button>
          </li>
        ))}
      </ul>
      {doubtful.length > 1 && (
        <Button
          variant="default"
          size="sm"
          onClick={() =>
            onChange(doubtful.reduce((shown, { line, meant }) => withAddress(shown, line, meant), result))
          }
        >
          {doubtful.length === 2 ? 'Use both' : `Use all ${doubtful.length}`}
        </Button>
      )}
    </section>
  );
}

function keyOf({ file = '', line, email }: ImportLine): string {
  return `${file} ${line} ${email}`;
}
