import { nameOrEmail } from '#contract/rules/names.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots, IconMail, IconMailCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import type { SubscriberResource } from '#contract/subscribers.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSchool } from '#web/api/account.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { ownChoices } from './own-choices.ts';
import { isNotReached, StoppedBadge, StoppedReason } from './stopped.tsx';
import { useDeleteSubscriber, useTrustedAddress } from './subscriber-data.ts';
import classes from './subscriber-list.module.css';
import { editAddress, sentAddress } from './subscribers-address.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface SubscriberRowProps {
  readonly subscriber: SubscriberResource;
  /** Set if families can be chosen, to put them into a group. */
  readonly isChosen?: boolean;
  readonly onChoose?: (isChosen: boolean) => void;
}

/** A subscriber in the list, with a menu of actions. */
export function SubscriberRow({ subscriber, isChosen = false, onChoose }: SubscriberRowProps) {
  const { id, attributes } = subscriber;
  const name = nameOrEmail(attributes);
  const remove = useRemoval(subscriber);
  const [list] = useSearchParams();
  return (
    <li className={classes.person}>
      {onChoose && (
        <Checkbox
          aria-label={`Choose ${name}`}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <div className={classes.who}>
        <p className={classes.name}>{name}</p>
        {name !== attributes.email && <p className={classes.email}>{attributes.email}</p>}
        <OwnChoices {...attributes} />
        <StoppedReason {...attributes} />
      </div>
      {attributes.groups.length > 0 && (
        <p className={classes.groups}>{attributes.groups.map((group) => group.name).join(' · ')}</p>
      )}
      <StoppedBadge {...attributes} />
      <Menu width={232}>
        <Menu.Target>
          <ActionIcon aria-label={`Options for ${name}`} size={44}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={editAddress(id, list)} leftSection={<IconPencil {...icon} />}>
            Edit
          </Menu.Item>
          <Menu.Item component={Link} to={sentAddress(id, list)} leftSection={<IconMail {...icon} />}>
            What they were sent
          </Menu.Item>
          <WorksAgain subscriber={subscriber} />
          <Menu.Divider />
          <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

// The family's own actions and choices.
function OwnChoices(attributes: SubscriberResource['attributes']) {
  const zone = useSchool()?.attributes.time_zone;
  const choices = ownChoices(attributes, zone);
  return choices.length === 0 ? null : <p className={classes.email}>{choices.join(' · ')}</p>;
}

function WorksAgain({ subscriber }: Pick<SubscriberRowProps, 'subscriber'>) {
  const trust = useTrustedAddress();
  if (!isNotReached(subscriber.attributes)) return null;
  return (
    <Menu.Item leftSection={<IconMailCheck {...icon} />} onClick={() => trust.mutate(subscriber)}>
      Works again
    </Menu.Item>
  );
}

function useRemoval(subscriber: SubscriberResource): () => Promise<void> {
  const removal = useDeleteSubscriber();
  const name = nameOrEmail(subscriber.attributes);
  const remove = async () => {
    const question = {
      title: `Delete ${name}?`,
      message:
        subscriber.attributes.status === 'unsubscribed'
          ? `${subscriber.attributes.email} will be deleted, and still cannot be added again unless they allow it, by the unsubscribe link in a newsletter that they have had.`
          : `${subscriber.attributes.email} will get no more newsletters. This cannot be undone.`,
      confirmLabel: 'Delete subscriber',
      destructive: true,
    };
    if (!(await confirm(question))) return;
    await removal.mutateAsync(subscriber);
    toast.success(`${name} deleted`);
    focusContent();
  };
  return () => remove().catch(() => undefined);
}
