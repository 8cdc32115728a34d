import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowMerge,
  IconDots,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { type GroupResource, groupForm } from '#contract/groups/groups.ts';
import { families } from '#contract/texts/people-count.ts';
import { listWithAnd } from '#newsletter/values/lists.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { NameDialog } from '#ui/dialogs/name-dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { useSchool } from '#web/api/account.ts';
import { isGroupInUse } from '#web/api/groups.ts';
import { succeeds } from '#web/api/succeeds.ts';
import { focusContent } from '#web/app/focus-content.ts';
import classes from './groups.module.css';
import { findUses, nameProblem, useGroupActions } from './groups-data.ts';
import { MergeDialog } from './merge-dialog.tsx';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** A group with its number of families, and a menu of actions. `used`: all groups in use. */
export function GroupRow({ group, used }: { group: GroupResource; used: readonly GroupResource[] }) {
  const { name, families: count, members } = group.attributes;
  const [dialog, setDialog] = useState<'rename' | 'merge' | null>(null);
  const others = used.filter(({ id }) => id !== group.id);
  const close = () => setDialog(null);
  return (
    <li className={classes.group}>
      <div className={classes.name}>
        {name}
        {isGroupInUse(group) && group.attributes.is_offered && (
          <p className={classes.hint}>Families can choose it</p>
        )}
      </div>
      <p className={classes.count}>
        {families(count)}
        <span className={classes.hint}>{withoutNewsletters(members - count)}</span>
      </p>
      <Menu width={264}>
        <Menu.Target>
          <ActionIcon aria-label={`Options for ${name}`} size={44}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setDialog('rename')}>
            Rename
          </Menu.Item>
          {others.length > 0 && (
            <Menu.Item leftSection={<IconArrowMerge {...icon} />} onClick={() => setDialog('merge')}>
              Merge into…
            </Menu.Item>
          )}
          {isGroupInUse(group) && <OfferItem group={group} others={others} />}
          {isGroupInUse(group) ? <RetireItem group={group} /> : <RetiredItems group={group} />}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <RenameDialog group={group} onClose={close} />}
      {dialog === 'merge' && <MergeDialog group={group} others={others} onClose={close} />}
    </li>
  );
}

/** The members of a group who have unsubscribed, or whose address does not work. */
function withoutNewsletters(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' and 1 that gets no newsletters' : ` and ${count} that get no newsletters`;
}

// Families choose an offered group when they sign up, and on the page that each of their mails leads to.
function OfferItem({ group, others }: { group: GroupResource; others: readonly GroupResource[] }) {
  const { id, attributes } = group;
  const { change } = useGroupActions();
  const hasDiary = Boolean(useSchool()?.attributes.diary_url);
  const is_offered = !attributes.is_offered;
  const Icon = is_offered ? IconUserCheck : IconUserOff;
  const set = async () => {
    if (!(await succeeds(change.mutateAsync({ id, is_offered })))) return;
    // The first and the last offered group change what everybody sees: see `isPublicDate`.
    const isOnly = others.length > 0 && others.every((other) => !other.attributes.is_offered);
    if (isOnly && hasDiary) toast.info(is_offered ? OTHERS_HIDDEN : ALL_SHOWN);
  };
  return (
    <Menu.Item leftSection={<Icon {...icon} />} onClick={() => void set()}>
      {is_offered ? 'Let families choose it' : 'No longer let families choose it'}
    </Menu.Item>
  );
}

const OTHERS_HIDDEN = 'Dates that are only for your other groups are not in your public diary now';
const ALL_SHOWN = 'Families can choose no group now, so your public diary has the dates of all groups';

function RetireItem({ group: { id, attributes } }: { group: GroupResource }) {
  const { change } = useGroupActions();
  const set = (retired: boolean) => succeeds(change.mutateAsync({ id, retired }));
  const retire = async () => {
    if (!(await set(true))) return;
    toast.success(`‘${attributes.name}’ is retired. Its families stay on your list`, {
      action: { label: 'Undo', run: () => void set(false) },
    });
    focusContent();
  };
  return (
    <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => void retire()}>
      Retire
    </Menu.Item>
  );
}

function RetiredItems({ group: { id, attributes } }: { group: GroupResource }) {
  const { name } = attributes;
  const { change, remove } = useGroupActions();
  const restore = async () => {
    if (await succeeds(change.mutateAsync({ id, retired: false }))) focusContent();
  };
  const askDelete = async () => {
    const uses = await findUses(id);
    if (uses === null) return;
    const isSure = await confirm({
      title: `Delete ‘${name}’?`,
      message: `${usedWords(uses)}Who was in it is forgotten. Its families stay on your list. This cannot be undone.`,
      confirmLabel: 'Delete group',
      destructive: true,
    });
    if (!isSure || !(await succeeds(remove.mutateAsync(id)))) return;
    toast.success(`‘${name}’ deleted`);
    focusContent();
  };
  return (
    <>
      <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => void restore()}>
        Bring back
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => void askDelete()}>
        Delete
      </Menu.Item>
    </>
  );
}

const NAMED_MOST = 5;

// The titles of newsletters with blocks for the group, which nobody will see any more.
function usedWords(titles: readonly string[]): string {
  if (titles.length === 0) return '';
  const more = titles.length - NAMED_MOST;
  const named = titles.slice(0, NAMED_MOST).map((title) => `‘${title}’`);
  const all = listWithAnd(more > 0 ? [...named, `${more} more`] : named);
  return `Blocks for it are in ${all}. Nobody sees them until you choose other groups for them. `;
}

function RenameDialog({ group: { id, attributes }, onClose }: { group: GroupResource; onClose: () => void }) {
  const { change } = useGroupActions();
  return (
    <NameDialog
      title="Rename group"
      schema={groupForm}
      initial={attributes.name}
      isBusy={change.isPending}
      error={nameProblem(change.error)}
      onClose={onClose}
      onName={(name) => change.mutate({ id, name }, { onSuccess: onClose })}
    />
  );
}
