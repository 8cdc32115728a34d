import { Button, Menu } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useId } from 'react';
import { useStore } from 'zustand';
import type { GroupResource } from '#contract/groups/groups.ts';
import { families } from '#contract/texts/people-count.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { isGroupInUse } from '#web/api/groups.ts';
import { groupOf, groupsOf, useGroups } from '#web/features/editor/kernel/facts/block-groups.ts';
import { seenBy } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { useBlockState, useTools } from '#web/features/editor/kernel/tools.tsx';
import { audienceQuery } from '#web/newsletter-ui/audience/audience-data.ts';
import classes from './audience-field.module.css';

/** A choice of the audience of a block: everyone, or families in some groups. Renders nothing in a school without groups. */
export const AudienceField = memo(function AudienceField({ name }: { name: string }) {
  const { editing } = useTools();
  const radio = useId();
  const audience = useBlockState(name, ({ document }) => findBlock(document, name)?.audience);
  const groups = useGroups();
  const used = groups.filter(isGroupInUse);
  if (used.length === 0 && audience === undefined) return null;
  const set = (next: string[] | undefined) => act(editing.store, seenBy, name, next);
  return (
    <fieldset className={classes.whoSees}>
      <legend>Who sees this block</legend>
      <label className={classes.way}>
        <input type="radio" name={radio} checked={audience === undefined} onChange={() => set(undefined)} />
        Everyone
      </label>
      <label className={classes.way}>
        <input
          type="radio"
          name={radio}
          checked={audience !== undefined}
          onChange={() => set(audience ?? [])}
        />
        Some groups
      </label>
      {audience !== undefined && <Chosen name={name} audience={audience} groups={groups} onChange={set} />}
    </fieldset>
  );
});

function Chosen({
  name,
  audience,
  groups,
  onChange,
}: {
  name: string;
  audience: readonly string[];
  groups: readonly GroupResource[];
  onChange: (audience: string[]) => void;
}) {
  const chosen = groupsOf(groups, audience);
  const unknown = audience.filter((id) => groupOf(groups, id) === undefined);
  const others = groups.filter((group) => isGroupInUse(group) && !chosen.includes(group));
  const without = (group: GroupResource) => audience.filter((id) => groupOf(groups, id) !== group);
  return (
    <div className={classes.chosen}>
      <ul className={classes.chips} aria-label="Groups that see it">
        {chosen.map((group) => (
          <Chip
            key={group.id}
            words={isGroupInUse(group) ? group.attributes.name : `${group.attributes.name} (retired)`}
            onRemove={() => onChange(without(group))}
          />
        ))}
        {unknown.length > 0 && (
          <Chip
            words="A group that was deleted"
            onRemove={() => onChange(audience.filter((id) => !unknown.includes(id)))}
          />
        )}
        {others.length > 0 && (
          <li>
            <Menu>
              <Menu.Target>
                <Button
                  variant="default"
                  size="sm"
                  leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
                >
                  Group
                </Button>
              </Menu.Target>
              <Menu.Dropdown className={classes.list}>
                {others.map(({ id, attributes }) => (
                  <Menu.Item key={id} onClick={() => onChange([...audience, id].sort())}>
                    {attributes.name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </li>
        )}
      </ul>
      <p className={classes.said} role="status">
        <Said
          name={name}
          chosen={chosen.filter(isGroupInUse)}
          isRetired={chosen.some((group) => !isGroupInUse(group))}
        />
      </p>
    </div>
  );
}

function Chip({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <li className={classes.chip}>
      {words}
      <button type="button" aria-label={`Remove ${words}`} onClick={onRemove}>
        <IconX size={16} stroke={2} aria-hidden="true" />
      </button>
    </li>
  );
}

function Said({
  name,
  chosen,
  isRetired,
}: {
  name: string;
  chosen: readonly GroupResource[];
  isRetired: boolean;
}) {
  const count = useFamilies(chosen);
  const known = useStore(useTools().editing.schoolDates, ({ dates }) => dates);
  const hasDates = useBlockState(name, ({ document, workingCopies }) => {
    const block = workingCopies[name] ?? findBlock(document, name);
    return block !== null && datesOf(block).length > 0;
  });
  if (chosen.length === 0)
    return isRetired
      ? 'Nobody sees it while the group is retired. Bring it back, or choose another one.'
      : 'Nobody sees it until you choose a group.';
  const ids = chosen.map(({ id }) => id);
  const areDatesPublic = hasDates && known !== null && known.diary !== null && known.isPublic(ids);
  const gets = count === 1 ? 'gets' : 'get';
  return (
    <>
      {count !== null && <b>{families(count)}</b>}
      {count === null ? 'They' : ''} {gets} it in their mail. The public page leaves it out.
      {areDatesPublic && ' Everybody sees its dates in the public diary, with the group’s name.'} Their mail
      leads to a page of their own; it is no secret place, as whoever has its address can read it.
    </>
  );
}

/** The number of families in at least one of some groups; null while the server counts them. */
function useFamilies(chosen: readonly GroupResource[]): number | null {
  const { editing } = useTools();
  const [only] = chosen;
  const any = chosen.map(({ id }) => id);
  const several = useQuery({
    ...audienceQuery(editing.opened.id, { any, none: [] }),
    enabled: chosen.length > 1,
  });
  if (chosen.length === 1 && only !== undefined) return only.attributes.families;
  const found = several.data?.audience;
  return found === undefined ? null : found.recipients + found.already_sent;
}
