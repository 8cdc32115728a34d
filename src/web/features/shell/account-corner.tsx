import { Menu, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { nameOrEmail } from '#contract/rules/names.ts';
import { logOut } from '#web/api/log-out.ts';
import type { Session } from '#web/session/session.ts';
import { initialsOf } from '#web/words/initials.ts';
import classes from './app-shell.module.css';

type Person = Session['user']['attributes'];

/** The signed-in person's name and Logout; on phones a menu behind the avatar. */
export function AccountCorner({ person, schoolName }: { person: Person; schoolName: string | undefined }) {
  const name = nameOrEmail(person);
  const avatar = (
    <span className={classes.avatar} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
  return (
    <div className={classes.account}>
      <div className={classes.wide}>
        <div className={classes.who}>
          <span className={classes.name}>{name}</span>
          {schoolName && <span className={classes.school}>{schoolName}</span>}
        </div>
        {avatar}
        <button type="button" className={classes.logout} onClick={logOut}>
          Logout
        </button>
      </div>
      <div className={classes.narrow}>
        <Menu>
          <Menu.Target>
            <UnstyledButton
              className={classes.avatarButton}
              aria-label={`${initialsOf(name)}, account of ${name}`}
            >
              {avatar}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>
              {name}
              {schoolName && <br />}
              {schoolName}
            </Menu.Label>
            <Menu.Item
              leftSection={<IconLogout size={20} stroke={1.75} aria-hidden="true" />}
              onClick={logOut}
            >
              Logout
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}
