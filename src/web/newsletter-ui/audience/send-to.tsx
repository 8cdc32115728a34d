import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import type { GroupChoice } from '#contract/groups/audience.ts';
import type { GroupResource } from '#contract/groups/groups.ts';
import { families } from '#contract/texts/people-count.ts';
import classes from './send-to.module.css';
import { type SendToChoice, sentAlready } from './send-to-choice.ts';

interface SendToProps {
  readonly to: SendToChoice;
  readonly groups: readonly GroupResource[];
  /** How many families the newsletter would reach if it went to everybody. */
  readonly everybody: number;
  /** Whether some families have it already, and do not get it again. */
  readonly isAgain?: boolean;
  /** How many of the chosen families it would reach, and how many have it already; null while they are counted. */
  readonly chosen: {
    readonly recipients: number;
    readonly already_sent: number;
    readonly with_digest?: number;
  } | null;
  readonly error: string | null;
  readonly onChange: (to: SendToChoice) => void;
}

/** The choice of the families for a newsletter: everybody, or those in some groups and not in others. */
export function SendTo({ to, groups, everybody, isAgain = false, chosen, error, onChange }: SendToProps) {
  const name = useId();
  return (
    <fieldset className={classes.to} aria-describedby={`${name}-said`}>
      <legend>To</legend>
      <div className={classes.ways}>
        <label className={classes.way}>
          <input
            type="radio"
            name={name}
            checked={!to.some}
            onChange={() => onChange({ ...to, some: false })}
          />
          <span>{isAgain ? 'Everybody who does not have it yet' : 'Everybody'}</span>
          <span className={classes.count}>{everybody.toLocaleString('en-GB')}</span>
        </label>
        <label className={classes.way}>
          <input
            type="radio"
            name={name}
            checked={to.some}
            onChange={() => onChange({ ...to, some: true })}
          />
          <span>Some groups</span>
        </label>
        {to.some && (
          <div className={classes.groups}>
            <GroupBoxes
              legend="Only families in any of these"
              groups={groups}
              value={to.any}
              onChange={(any) => onChange({ ...to, any, none: without(to.none, any) })}
            />
            <GroupBoxes
              legend="Not families in any of these"
              groups={groups}
              value={to.none}
              onChange={(none) => onChange({ ...to, none, any: without(to.any, none) })}
            />
          </div>
        )}
      </div>
      <p id={`${name}-said`} className={error === null ? classes.said : classes.error} role="status">
        {error ?? (to.some && chosen !== null ? summaryOf(to, chosen) : '')}
      </p>
    </fieldset>
  );
}

const without = (ids: readonly string[], taken: readonly string[]) => ids.filter((id) => !taken.includes(id));

function summaryOf(
  { any, none }: GroupChoice,
  chosen: { recipients: number; already_sent: number; with_digest?: number },
): string {
  if (any.length === 0 && none.length === 0) return '';
  const { recipients, already_sent, with_digest = 0 } = chosen;
  if (recipients === 0 && already_sent === 0 && with_digest > 0)
    return `${families(with_digest)} ${with_digest === 1 ? 'gets' : 'get'} it with the monthly digest.`;
  if (recipients > 0 || already_sent > 0) {
    const gets = `${families(recipients)} ${recipients === 1 ? 'gets' : 'get'} it.`;
    return already_sent === 0 ? gets : `${gets} ${sentAlready(already_sent)}`;
  }
  return 'No families in these groups yet.';
}

function GroupBoxes({
  legend,
  groups,
  value,
  onChange,
}: {
  legend: string;
  groups: readonly GroupResource[];
  value: string[];
  onChange: (ids: string[]) => void;
}) {
  return (
    <Checkbox.Group label={legend} value={value} onChange={onChange}>
      <div className={classes.boxes}>
        {groups.map(({ id, attributes }) => (
          <div key={id} className={classes.box}>
            <Checkbox value={id} label={attributes.name} />
            <span className={classes.count}>{attributes.families.toLocaleString('en-GB')}</span>
          </div>
        ))}
      </div>
    </Checkbox.Group>
  );
}
