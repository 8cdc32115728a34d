import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import classes from './people.module.css';
import { ProviderRule } from './provider-rule.tsx';
import { StaffList } from './staff-list.tsx';

/** The screen's two lists; the first is the default, the second has the address `?show=subscribers`. */
const SHOWN = { administrators: 'Administrators', subscribers: 'Subscribers' } as const;
type Shown = keyof typeof SHOWN;
const CHOICES: readonly Shown[] = ['administrators', 'subscribers'];

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The second list, which the subscribers feature provides. */
export interface SubscriberTab {
  /** The list, with search, import and export. */
  readonly list: ReactNode;
  /** The path of 'Invite users' while this list is shown. */
  readonly inviteTo: string;
}

/** Manage users: the school's staff, or its subscribers. */
export function ManageUsersScreen({ subscribers }: { subscribers: SubscriberTab }) {
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
      {shown !== 'subscribers' && <ProviderRule />}
      {shown === 'subscribers' ? subscribers.list : <StaffList />}
    </>
  );
}

/** Links rather than a menu, so that both lists are visible. */
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
