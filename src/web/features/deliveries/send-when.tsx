import { useId } from 'react';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { Option } from '#ui/forms/option.tsx';
import { MomentFields } from '#web/forms/moment-fields.tsx';
import { type WallClock, wallClock } from '#web/forms/wall-clock.ts';
import classes from './sending.module.css';

/** When a delivery starts: now, or at a local date and time of the school. */
export interface SendTimeChoice extends WallClock {
  readonly later: boolean;
}

const MORNING = '08:00';

/** Now; with tomorrow morning prefilled for 'later'. */
export function defaultChoice(zone: string, now: Date): SendTimeChoice {
  return { later: false, day: wallClock(zone, new Date(now.getTime() + DAY_MS)).day, time: MORNING };
}

interface SendWhenProps {
  choice: SendTimeChoice;
  zone: string;
  error: string | null;
  onChange: (choice: SendTimeChoice) => void;
}

/** The fields for the time of sending. */
export function SendWhen({ choice, zone, error, onChange }: SendWhenProps) {
  const name = useId();
  return (
    <fieldset className={classes.when}>
      <legend>When</legend>
      <Option
        type="radio"
        name={name}
        checked={!choice.later}
        onChange={() => onChange({ ...choice, later: false })}
      >
        Now
      </Option>
      <Option
        type="radio"
        name={name}
        checked={choice.later}
        onChange={() => onChange({ ...choice, later: true })}
      >
        At a time
      </Option>
      {choice.later && (
        <div className={classes.moment}>
          <MomentFields
            chosen={choice}
            zone={zone}
            error={error}
            onChange={(moment) => onChange({ ...choice, ...moment })}
          />
        </div>
      )}
    </fieldset>
  );
}
