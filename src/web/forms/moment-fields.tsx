import { TextInput } from '@mantine/core';
import classes from './moment-fields.module.css';
import { clockChange, type WallClock } from './wall-clock.ts';

/** The fields for a local day and time of the school. */
export function MomentFields({
  chosen,
  zone,
  error,
  onChange,
}: {
  chosen: WallClock;
  zone: string;
  error: string | null;
  onChange: (chosen: WallClock) => void;
}) {
  const { day, time } = chosen;
  return (
    <div className={classes.moment}>
      <TextInput
        label="Day"
        type="date"
        data-autofocus=""
        value={day}
        error={error}
        onChange={(event) => onChange({ day: event.currentTarget.value, time })}
      />
      <TextInput
        label="Time"
        type="time"
        value={time}
        error={error !== null}
        onChange={(event) => onChange({ day, time: event.currentTarget.value })}
      />
      {/* Rendered even while empty: screen readers announce only changes of an existing status. */}
      <p className={classes.change} role="status">
        {clockChange(zone, chosen)}
      </p>
      <p className={classes.hint}>By the clock in {zone.replaceAll('_', ' ')}, your school’s time zone.</p>
    </div>
  );
}
