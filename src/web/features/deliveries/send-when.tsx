import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { clockChange, type WallClock, wallClock } from './send-time.ts';
import classes from './sending.module.css';

/** When a delivery starts: now, or at a local date and time of the school. */
export interface SendTimeChoice extends WallClock {
  readonly later: boolean;
}

const MORNING = '08:00';

/** Now; with tomorrow morning filled in for later. */
export function defaultChoice(zone: string, now: Date): SendTimeChoice {
  return { later: false, day: wallClock(zone, new Date(now.getTime() + DAY_MS)).day, time: MORNING };
}

interface SendWhenProps {
  choice: SendTimeChoice;
  zone: string;
  error: string | null;
  onChange: (choice: SendTimeChoice) => void;
}

/** The fields for when to send. */
export function SendWhen({ choice, zone, error, onChange }: SendWhenProps) {
  const name = useId();
  return (
    <fieldset className={classes.when}>
      <legend>When</legend>
      <label className={classes.option}>
        <input
          type="radio"
          name={name}
          checked={!choice.later}
          onChange={() => onChange({ ...choice, later: false })}
        />
        Now
      </label>
      <label className={classes.option}>
        <input
          type="radio"
          name={name}
          checked={choice.later}
          onChange={() => onChange({ ...choice, later: true })}
        />
        At a time
      </label>
      {choice.later && (
        <div className={classes.moment}>
          <TextInput
            label="Day"
            type="date"
            value={choice.day}
            error={error}
            onChange={(event) => onChange({ ...choice, day: event.currentTarget.value })}
          />
          <TextInput
            label="Time"
            type="time"
            value={choice.time}
            error={error !== null}
            onChange={(event) => onChange({ ...choice, time: event.currentTarget.value })}
          />
          {/* Rendered while empty, too: screen readers announce only changes of an existing status. */}
          <p className={classes.change} role="status">
            {clockChange(zone, choice)}
          </p>
          <p className={classes.hint}>
            By the clock in {zone.replaceAll('_', ' ')}, your school’s time zone.
          </p>
        </div>
      )}
    </fieldset>
  );
}
