import { Button, Checkbox, Menu } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconChevronDown, IconUsersPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { memberRoutes } from '#contract/groups/members.ts';
import { families } from '#contract/texts/people-count.ts';
import { toast } from '#ui/feedback/toast.ts';
import { call } from '#web/api/client.ts';
import { invalidateFamilies, useGroupsInUse } from '#web/api/groups.ts';
import classes from './subscriber-list.module.css';
import type { SubscribersState } from './subscribers-state.ts';

/** The chosen families of the list: all that were found, on any page, or some. */
export type Chosen = 'all' | ReadonlySet<string>;

export const NOBODY: Chosen = new Set();

interface PutIntoGroupProps {
  readonly state: SubscribersState;
  readonly total: number;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** Chooses families of the list, and puts them into a group. Renders nothing in a school without groups. */
export function PutIntoGroup({ state, total, chosen, onChoose }: PutIntoGroupProps) {
  const groups = useGroupsInUse();
  const put = usePutInto();
  if (groups.length === 0) return null;
  const count = chosen === 'all' ? total : chosen.size;
  const { page: _, ...found } = state;
  const body = chosen === 'all' ? { found } : { subscriber_ids: [...chosen] };
  return (
    <div className={classes.choosing}>
      <Checkbox
        label={count === 0 ? `Choose all ${families(total)}` : `${families(count)} chosen`}
        checked={count === total}
        indeterminate={count > 0 && count < total}
        onChange={() => onChoose(count === total ? NOBODY : 'all')}
      />
      {count > 0 && (
        <Menu width={240}>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconUsersPlus size={20} stroke={1.75} aria-hidden="true" />}
              rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden="true" />}
            >
              Put into a group
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {groups.map(({ id, attributes: { name } }) => (
              <Menu.Item
                key={id}
                onClick={() => {
                  if (!put.isPending)
                    put.mutate({ group: { id, name }, body }, { onSuccess: () => onChoose(NOBODY) });
                }}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

interface Putting {
  readonly group: { readonly id: string; readonly name: string };
  readonly body: z.input<typeof memberRoutes.addMembers.body>;
}

function usePutInto() {
  const client = useQueryClient();
  const onSettled = () => invalidateFamilies(client);
  const takeOut = useMutation({
    mutationFn: ({ id, subscriber_ids }: { id: string; subscriber_ids: string[] }) =>
      call(memberRoutes.removeMembers, { params: { id }, body: { subscriber_ids } }),
    onSettled,
  });
  return useMutation({
    mutationFn: async ({ group: { id }, body }: Putting) =>
      (await call(memberRoutes.addMembers, { params: { id }, body })).members,
    onSuccess: ({ added, left }, { group: { id, name } }) => {
      const stay =
        left === 0 ? '' : ` ${families(left)} left it themselves, and ${left === 1 ? 'stays' : 'stay'} out.`;
      if (added.length === 0) return toast.info(`Nobody is new in ‘${name}’.${stay}`);
      const undo = { label: 'Undo', run: () => takeOut.mutate({ id, subscriber_ids: added }) };
      return toast.success(`${families(added.length)} put into ‘${name}’.${stay}`, { action: undo });
    },
    onSettled,
  });
}
