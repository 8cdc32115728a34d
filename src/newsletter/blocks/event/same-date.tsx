import { Button } from '@mantine/core';
import type { BlockValues } from '#newsletter/document/document.ts';
import { similarDate } from '#newsletter/events/same-date.ts';
import classes from '#newsletter/fields/forms.module.css';
import { useSchoolDates } from '#newsletter/fields/school-dates-context.tsx';
import { formatDayAndMonth } from '#newsletter/values/dates.ts';
import { today } from './pasted-events.tsx';

type Row = BlockValues['event']['rows'][number];

/** Asks once whether an event is a date that the school has announced already. The answer is kept in the event. */
export function SameDate({ row, onAnswer }: { row: Row; onAnswer: (row: Row) => void }) {
  const similar = similarDate(row, useSchoolDates().announced, today());
  const [own] = similar?.rows ?? [];
  if (similar === null || own === undefined) return null;
  const { title, date } = similar;
  return (
    <fieldset className={classes.question}>
      <legend>
        The same as {title}, {formatDayAndMonth(date)}?
      </legend>
      <div className={classes.tools}>
        <Button variant="default" size="xs" onClick={() => onAnswer({ ...row, id: own })}>
          The same
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => onAnswer({ ...row, apart: [...(row.apart ?? []), own] })}
        >
          Another date
        </Button>
      </div>
    </fieldset>
  );
}
