import { Menu } from '@mantine/core';
import {
  IconCalendarPlus,
  IconClock,
  IconExternalLink,
  IconLink,
  IconListDetails,
  IconWorldOff,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { AT_A_TIME, screenPath } from '#contract/paths.ts';
import { useSchool } from '#web/api/account.ts';
import { copyAddress } from '#web/forms/copy-address.ts';
import type { useNextIssue } from '#web/newsletter-ui/next-issue.ts';
import type { useSetListing } from './listing.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Begins the next issue; the menu stays open until it exists. */
export function NextIssueItem({ next }: { next: ReturnType<typeof useNextIssue> }) {
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<IconCalendarPlus {...icon} />}
      onClick={() => {
        if (!next.isPending) next.mutate();
      }}
    >
      {next.isPending ? 'Copying…' : 'Next issue'}
    </Menu.Item>
  );
}

/** Opens the public page, and copies its address. */
export function PageItems({ address }: { address: string }) {
  return (
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
  );
}

/** Lists a newsletter on the school's page or takes it off there, if the school has one. */
export function ListingItem({
  isListed,
  listing,
}: {
  isListed: boolean;
  listing: ReturnType<typeof useSetListing>;
}) {
  const hasPage = typeof useSchool()?.attributes.newsletters_url === 'string';
  if (!hasPage) return null;
  return (
    <Menu.Item
      leftSection={<IconListDetails {...icon} />}
      onClick={() => {
        if (!listing.isPending) listing.mutate(!isListed);
      }}
    >
      {isListed ? 'Take off the school’s page' : 'List on the school’s page'}
    </Menu.Item>
  );
}

/** Unpublishes now, or asks for a time. */
export function UnpublishItems({ id, onUnpublish }: { id: string; onUnpublish: () => void }) {
  return (
    <>
      <Menu.Item leftSection={<IconWorldOff {...icon} />} onClick={onUnpublish}>
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
  );
}
