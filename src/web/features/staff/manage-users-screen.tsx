import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import classes from './people.module.css';
import { StaffList } from './staff-list.tsx';

/** What the screen can show; the first is its default. `?show=subscribers` is the address of the other. */
const SHOWN = { administrators: 'Administrators', subscribers: 'Subscribers' } as const;
type Shown = keyof typeof SHOWN;
const CHOICES: readonly Shown[] = ['administrators', 'subscribers'];

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The other half of the screen, which the feature of the subscribers fills. */
export interface SubscriberHalf {
  /** The list itself, with its search, import and export. */
  readonly list: ReactNode;
  /** Where 'Invite users' leads while it is shown. */
  readonly inviteTo: string;
}

/** The school's people: those who work on the newsletters, or those who get them. */
export function ManageUsersScreen({ subscribers }: { subscribers: SubscriberHalf }) {
  const [query] = useSearchParams();
  const shown: Shown = query.get('show') === 'subscribers' ? 'subscribers' : 'administrators';
  const inviteTo = shown === 'subscribers' ? subscribers.inviteTo : SCREENS.inviteUser;
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Manage Users" />
      <PageTitle
        action={
          <Button component={Link} to={inviteTo} leftSection={<IconUserPlus {...icon} />}>
            Invite users
          </Button>
        }
      >
        Manage users
      </PageTitle>
      <ShownFilter shown={shown} />
      {shown === 'subscribers' ? subscribers.list : <StaffList />}
    </>
  );
}

/** Both are seen: who looks for the subscribers does not have to guess that they are behind a menu. */
function ShownFilter({ shown }: { shown: Shown }) {
  return (
    <nav className={classes.filter} aria-label="Filter">
      {CHOICES.map((choice) => (
        <Link
          key={choice}
          to={{ search: choice === 'subscribers' ? '?show=subscribers' : '' }}
          replace
          preventScrollReset
          aria-current={choice === shown || undefined}
          className={classes.choice}
        >
          {SHOWN[choice]}
        </Link>
      ))}
    </nav>
  );
}
