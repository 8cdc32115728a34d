import { Checkbox } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { GroupResource } from '#contract/groups/groups.ts';
import classes from './group-field.module.css';

interface FormWithGroups {
  key(field: 'group_ids'): string;
  getInputProps(field: 'group_ids'): GetInputPropsReturnType;
}

/** The groups of one subscriber, as checkboxes. */
export function GroupField({ form, groups }: { form: FormWithGroups; groups: readonly GroupResource[] }) {
  return (
    <Checkbox.Group label="Groups" key={form.key('group_ids')} {...form.getInputProps('group_ids')}>
      <div className={classes.groups}>
        {groups.map(({ id, attributes }) => (
          <Checkbox key={id} value={id} label={attributes.name} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
