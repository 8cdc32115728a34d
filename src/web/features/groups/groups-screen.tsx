import { Button, Skeleton } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type GroupResource, groupForm } from '#contract/groups/groups.ts';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { NameDialog } from '#ui/dialogs/name-dialog.tsx';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { groupsQuery, isGroupInUse } from '#web/api/groups.ts';
import { GroupRow } from './group-row.tsx';
import classes from './groups.module.css';
import { nameProblem, useGroupActions } from './groups-data.ts';
import { MoveUpSection } from './move-up.tsx';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The groups of a school's subscribers: making, renaming, merging and retiring them. */
export function Component() {
  const groups = useQuery(groupsQuery);
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button leftSection={<IconPlus {...icon} />} onClick={() => setMaking(true)}>
      New group
    </Button>
  );
  const isEmpty = groups.data?.length === 0;
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Groups" />
      {/* The button stays in place when the first group is made, and so does the focus. */}
      <PageTitle action={groups.data && make}>Groups</PageTitle>
      {isEmpty && <NoGroups />}
      {groups.data && !isEmpty && <Groups groups={groups.data} />}
      {groups.isPending && (
        <Loading label="Loading the groups">
          <Skeleton height={480} radius="lg" />
        </Loading>
      )}
      {groups.isError && groups.data === undefined && (
        <ErrorState
          title="We could not load the groups"
          error={groups.error}
          onRetry={() => void groups.refetch()}
        />
      )}
      {isMaking && <NewGroup onClose={() => setMaking(false)} />}
    </>
  );
}

function NoGroups() {
  return (
    <EmptyState
      title="No groups yet"
      picture={
        <span className={classes.emptyIcon}>
          <IconUsersGroup size={44} stroke={1.5} />
        </span>
      }
    >
      Put families into Year 4, Choir or Staff, to find them and to see who is who.
    </EmptyState>
  );
}

function NewGroup({ onClose }: { onClose: () => void }) {
  const { create } = useGroupActions();
  return (
    <NameDialog
      title="New group"
      schema={groupForm}
      initial=""
      isBusy={create.isPending}
      error={nameProblem(create.error)}
      onClose={onClose}
      onName={(name) =>
        create.mutate(name, {
          onSuccess: () => {
            toast.success(`‘${name}’ is there`);
            onClose();
          },
        })
      }
    />
  );
}

function Groups({ groups }: { groups: readonly GroupResource[] }) {
  const used = groups.filter(isGroupInUse);
  const retired = groups.filter((group) => !isGroupInUse(group));
  return (
    <>
      {used.length > 0 ? (
        <ul className={classes.list} aria-label="Groups">
          {used.map((group) => (
            <GroupRow key={group.id} group={group} used={used} />
          ))}
        </ul>
      ) : (
        <p className={classes.hint}>All of your groups are retired.</p>
      )}
      <MoveUpSection groups={used} />
      {retired.length > 0 && (
        <details className={classes.retired} open={used.length === 0 || undefined}>
          <summary>Retired ({retired.length})</summary>
          <ul className={classes.list} aria-label="Retired groups">
            {retired.map((group) => (
              <GroupRow key={group.id} group={group} used={used} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
