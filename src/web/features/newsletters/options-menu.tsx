import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconHistory,
  IconPencil,
  IconSend,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { NewsletterListItem } from '#contract/newsletters.ts';
import { NEWEST_EDITION, screenPath } from '#contract/paths.ts';
import { useIsSchoolClosed } from '#web/api/account.ts';
import { useNextIssue } from '#web/newsletter-ui/next-issue.ts';
import { useSetListing } from './listing.ts';
import { publishedAddress } from './newsletter-data.ts';
import { ListingItem, NextIssueItem, PageItems, UnpublishItems } from './option-items.tsx';
import { openDeliveryOf, useOptions } from './use-options.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The menu of actions on a newsletter card. */
export function OptionsMenu({ newsletter }: { newsletter: NewsletterListItem }) {
  const { id, attributes } = newsletter;
  const { duplicate, keep, unpublish, remove } = useOptions(newsletter);
  // Here, because the items are unmounted while the menu is closed.
  const next = useNextIssue({ id, title: attributes.title });
  const listing = useSetListing({ id, title: attributes.title });
  const isClosed = useIsSchoolClosed();
  const { status, slug } = attributes;
  const address = !isClosed && status === 'published' && slug !== null ? publishedAddress(slug) : null;
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
          <>
            <NextIssueItem next={next} />
            <Menu.Item leftSection={<IconCopy {...icon} />} onClick={duplicate}>
              Duplicate
            </Menu.Item>
            <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={keep}>
              Keep as template
            </Menu.Item>
          </>
        )}
        {address !== null && <PageItems address={address} />}
        {(address !== null || openDeliveryOf(newsletter) !== null) && (
          <Menu.Item component={Link} to={screenPath('send', { id })} leftSection={<IconSend {...icon} />}>
            Send by email
          </Menu.Item>
        )}
        {slug !== null && (
          <Menu.Item
            component={Link}
            to={screenPath('edition', { id, edition: NEWEST_EDITION })}
            leftSection={<IconHistory {...icon} />}
          >
            What families saw
          </Menu.Item>
        )}
        {address !== null && (
          <>
            <ListingItem isListed={attributes.is_listed} listing={listing} />
            <UnpublishItems id={id} onUnpublish={() => void unpublish()} />
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
