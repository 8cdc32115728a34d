import { useGroupsInUse } from '#web/api/groups.ts';
import classes from './subscriber-list.module.css';

interface GroupFilterProps {
  readonly chosen: string | undefined;
  readonly onChoose: (group: string | undefined) => void;
}

/** The groups with their numbers, to filter the list by one. Renders nothing in a school without groups. */
export function GroupFilter({ chosen, onChoose }: GroupFilterProps) {
  const groups = useGroupsInUse();
  if (groups.length === 0) return null;
  return (
    <fieldset className={classes.chips}>
      <legend className="visually-hidden">Group</legend>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        All groups
      </button>
      {groups.map(({ id, attributes }) => (
        <button
          key={id}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === id}
          onClick={() => onChoose(id)}
        >
          {attributes.name} <span>{attributes.members.toLocaleString('en-GB')}</span>
        </button>
      ))}
    </fieldset>
  );
}
