import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFilter, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '../../kit/breadcrumbs.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import classes from './people.module.css';
import { StaffList } from './staff-list.tsx';

/** What the screen can show; the first is its default. `?show=subscribers` is the address of the other. */
const SHOWN = { administrators: 'Administrators', subscribers: 'Subscribers' } as const;
type Shown = keyof typeof SHOWN;

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
  const [query, setQuery] = useSearchParams();
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
      <div className={classes.filter}>
        <ShownMenu
          shown={shown}
          onChange={(next) => setQuery(next === 'subscribers' ? { show: next } : {}, { replace: true })}
        />
      </div>
      {shown === 'subscribers' ? subscribers.list : <StaffList />}
    </>
  );
}

function ShownMenu({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  const choices: readonly Shown[] = ['administrators', 'subscribers'];
  return (
    <Menu width={208}>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={`Filter: ${SHOWN[shown]}`}
          leftSection={<IconFilter {...icon} />}
          rightSection={<IconChevronDown {...icon} size={18} />}
        >
          {SHOWN[shown]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.RadioItem
            key={choice}
            value={choice}
            checked={choice === shown}
            closeMenuOnClick
            onChange={() => onChange(choice)}
          >
            {SHOWN[choice]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
