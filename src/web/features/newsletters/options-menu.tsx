import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCalendarPlus,
  IconClock,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconHistory,
  IconLink,
  IconListDetails,
  IconPencil,
  IconSend,
  IconTemplate,
  IconTrash,
  IconWorldOff,
} from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { isUnderWay } from '#contract/delivery-state.ts';
import { NEWSLETTER_MESSAGES, type NewsletterListItem } from '#contract/newsletters.ts';
import { AT_A_TIME, NEWEST_EDITION, screenPath } from '#contract/paths.ts';
import { copyText } from '#ui/copy-text.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useIsSchoolClosed, useSchool } from '#web/api/account.ts';
import { succeeds } from '#web/api/succeeds.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { useNextIssue } from '#web/newsletter-ui/next-issue.ts';
import { sendingLostText, sendingOnHoldText } from '#web/words/sending-status.ts';
import { timingLostText } from '#web/words/timing-status.ts';
import { useSetListing } from './listing.ts';
import { publishedAddress, useNewsletterActions } from './newsletter-data.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The menu of actions on a newsletter card. */
export function OptionsMenu({ newsletter }: { newsletter: NewsletterListItem }) {
  const { id, attributes } = newsletter;
  const { duplicate, keep, unpublish, remove } = useOptions(newsletter);
  const next = useNextIssue({ id, title: attributes.title });
  const waiting = openDeliveryOf(newsletter);
  const isClosed = useIsSchoolClosed();
  const isListing = typeof useSchool()?.attributes.newsletters_url === 'string';
  const listing = useSetListing({ id, title: attributes.title });
  const address =
    !isClosed && attributes.status === 'published' && attributes.slug !== null
      ? publishedAddress(attributes.slug)
      : null;
  return (
    <Menu width={208}>
      <Menu.Target>
        <ActionIcon aria-label={`Options for ${attributes.title}`} size={44}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={screenPath('editor', { id })} leftSection={<IconPencil {...icon} />}>
          Edit
        </Menu.Item>
        {!isClosed && (
          <Menu.Item
            closeMenuOnClick={false}
            leftSection={<IconCalendarPlus {...icon} />}
            onClick={() => {
              if (!next.isPending) next.mutate();
            }}
          >
            {next.isPending ? 'Copying…' : 'Next issue'}
          </Menu.Item>
        )}
        {!isClosed && (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={duplicate}>
            Duplicate
          </Menu.Item>
        )}
        {!isClosed && (
          <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={keep}>
            Keep as template
          </Menu.Item>
        )}
        {address !== null && (
          <>
            <Menu.Item
              component="a"
              href={address}
              target="_blank"
              rel="noopener"
              leftSection={<IconExternalLink {...icon} />}
            >
              View
            </Menu.Item>
            <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyAddress(address)}>
              Copy link
            </Menu.Item>
          </>
        )}
        {(address !== null || waiting !== null) && (
          <Menu.Item component={Link} to={screenPath('send', { id })} leftSection={<IconSend {...icon} />}>
            Send by email
          </Menu.Item>
        )}
        {attributes.slug !== null && (
          <Menu.Item
            component={Link}
            to={screenPath('edition', { id, edition: NEWEST_EDITION })}
            leftSection={<IconHistory {...icon} />}
          >
            What families saw
          </Menu.Item>
        )}
        {address !== null && isListing && (
          <Menu.Item
            leftSection={<IconListDetails {...icon} />}
            onClick={() => {
              if (!listing.isPending) listing.mutate(!attributes.is_listed);
            }}
          >
            {attributes.is_listed ? 'Take off the school’s page' : 'List on the school’s page'}
          </Menu.Item>
        )}
        {address !== null && (
          <>
            <Menu.Item leftSection={<IconWorldOff {...icon} />} onClick={() => void unpublish()}>
              Unpublish
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={`${screenPath('editor', { id })}?${AT_A_TIME}=unpublish`}
              leftSection={<IconClock {...icon} />}
            >
              Unpublish at a time
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Copies the URL of a public page, with a toast. */
export async function copyAddress(address: string): Promise<void> {
  if (await copyText(address)) toast.success(NEWSLETTER_MESSAGES.copied);
  else toast.error(`This browser does not let us copy. The address is ${address}`);
}

// The newsletter's scheduled or running delivery.
function openDeliveryOf({ attributes: { last_delivery: last } }: NewsletterListItem) {
  return last !== null && isUnderWay(last.status) ? last : null;
}

// Families' link leads nowhere then, and publishing again publishes the draft of then.
const NO_WAY_BACK =
  'Its link stops working. Publishing it again brings the link back, but with your later changes, not as families see it now.';

function useOptions(newsletter: NewsletterListItem) {
  const { id, attributes } = newsletter;
  const { title, status, has_unpublished_changes, next_timing: next } = attributes;
  const zone = useSchool()?.attributes.time_zone;
  const waiting = openDeliveryOf(newsletter);
  const actions = useNewsletterActions();
  const navigate = useNavigate();
  const duplicate = () =>
    actions.copy.mutate(id, {
      onSuccess: (copy) => {
        const edit = { label: 'Edit', run: () => void navigate(screenPath('editor', { id: copy.id })) };
        toast.success(`‘${copy.title}’ is a new draft`, { action: edit });
      },
    });
  const keep = () =>
    actions.keep.mutate(id, {
      onSuccess: () => toast.success(`‘${title}’ is a template now: new newsletters can begin with it`),
    });
  const unpublish = async () => {
    if (waiting !== null || has_unpublished_changes) {
      const question = {
        title: `Unpublish ‘${title}’?`,
        message: [
          ...(waiting === null ? [] : [sendingOnHoldText(waiting, zone)]),
          ...(has_unpublished_changes ? [NO_WAY_BACK] : []),
        ].join(' '),
        confirmLabel: 'Unpublish',
        destructive: true,
      };
      if (!(await confirm(question))) return;
    }
    // With unpublished changes there is no undo: publishing again would publish those, too.
    const undo = { label: 'Undo', run: () => actions.publish.mutate(id) };
    if (!(await succeeds(actions.unpublish.mutateAsync(id)))) return;
    toast.success(`‘${title}’ is a draft again`, has_unpublished_changes ? {} : { action: undo });
  };
  const remove = async () => {
    const question = {
      title: `Delete ‘${title}’?`,
      message: [
        ...(waiting === null ? [] : [sendingLostText(waiting, zone)]),
        (next && timingLostText(next, zone)) ?? [],
        ...(status === 'published' ? ['Its public page will be gone as well.'] : []),
        'This cannot be undone.',
      ]
        .flat()
        .join(' '),
      confirmLabel: 'Delete newsletter',
      destructive: true,
    };
    if (!(await confirm(question))) return;
    await actions.remove.mutateAsync(id);
    toast.success(`‘${title}’ deleted`);
    focusContent();
  };
  return { duplicate, keep, unpublish, remove: () => remove().catch(() => undefined) };
}
