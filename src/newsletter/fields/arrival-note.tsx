import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Arrival } from '#newsletter/blocks/block-editor.ts';
import classes from './photo-strip.module.css';

/** The progress of an uploading photo; or its error, with a retry. */
export function ArrivalNote({ arrival: { name, progress, problem, retry, remove } }: { arrival: Arrival }) {
  return (
    <div className={classes.arrival} data-failed={problem === null ? undefined : ''}>
      {problem === null ? (
        <progress value={progress} max={1} aria-label={`Uploading ${name}`} />
      ) : (
        <p className={`mantine-InputWrapper-error ${classes.problem}`}>
          {name}: {problem.message}
        </p>
      )}
      {problem?.canRetry && (
        <Button variant="default" size="xs" aria-label={`Try again: ${name}`} onClick={retry}>
          Try again
        </Button>
      )}
      <ActionIcon size={32} aria-label={`Leave out ${name}`} onClick={remove}>
        <IconX size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
