import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { clockChange, type WallClock, wallClock } from './send-time.ts';
import classes from './sending.module.css';

/** When a sending begins: now, or at a day and time of the clock where the school is. */
export interface Choice extends WallClock {
  readonly later: boolean;
}

const MORNING = '08:00';

/** Now; and if later, tomorrow morning. */
export function startingChoice(zone: string, now: Date): Choice {
  return { later: false, day: wallClock(zone, new Date(now.getTime() + DAY_MS)).day, time: MORNING };
}

interface SendWhenProps {
  choice: Choice;
  zone: string;
  error: string | null;
  onChange: (choice: Choice) => void;
}

/** The choice between now and later. */
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
          {/* There before it has words: only then are they read out when they come. */}
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
