import { Checkbox } from '@mantine/core';
import { isPublicDate } from '#newsletter/events/public-dates.ts';
import { useSchool } from '#web/api/account.ts';
import classes from './calendar.module.css';
import type { GroupOption } from './group-option.ts';

/** The groups that a date is for; none is the whole school. */
export function ForGroups({
  groups,
  chosen,
  onChoose,
}: {
  groups: readonly GroupOption[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const hasDiary = Boolean(useSchool()?.attributes.diary_url);
  return (
    <fieldset className={classes.for}>
      <legend>For</legend>
      <p className={classes.hint}>{audienceHint(groups, chosen, hasDiary)}</p>
      <div className={classes.choices}>
        {groups.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function audienceHint(groups: readonly GroupOption[], chosen: readonly string[], hasDiary: boolean): string {
  if (chosen.length === 0) return 'Whole school';
  if (!hasDiary) return 'Only the groups chosen here';
  return isPublicDate(chosen, groups)
    ? 'The groups chosen here. Everybody can see it in your public diary'
    : 'Only the groups chosen here. It is not in your public diary, as families cannot choose them';
}
