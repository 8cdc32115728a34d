import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCrown,
  IconDots,
  IconKey,
  IconLock,
  IconMailForward,
  IconMailOff,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Role } from '#contract/access.ts';
import { type InviteResource, type MAIL_TROUBLES, ROLE_NAMES } from '#contract/invites.ts';
import { screenPath } from '#contract/paths.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { useSchool } from '#web/api/account.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './people.module.css';
import { SignInCells } from './sign-in-cells.tsx';
import { TemporaryPassword } from './temporary-password.tsx';
import { useMemberActions } from './use-member-actions.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** A member of staff. An open invitation can only be sent again or withdrawn. */
export function StaffRow({
  member,
  ways,
  hasTwoStep,
}: {
  member: InviteResource;
  ways: readonly string[];
  hasTwoStep: boolean;
}) {
  const { id, attributes } = member;
  const name = nameOrEmail(attributes);
  return (
    <li className={classes.person} data-invited={attributes.status === 'INVITED' || undefined}>
      <div className={classes.who}>
        <p className={classes.name}>
          {name} <MemberStatus member={member} />
        </p>
        <RoleAndEmail person={attributes} />
        {attributes.status === 'INVITED' && attributes.mail_trouble !== null && (
          <p className={classes.meta}>{NOT_ARRIVED[attributes.mail_trouble]}</p>
        )}
      </div>
      {attributes.status === 'ACTIVE' && (
        <SignInCells ways={ways} last={attributes.last_way} hasTwoStep={hasTwoStep} />
      )}
      <div className={classes.actions}>
        {attributes.status === 'INVITED' ? (
          <Invited member={member} />
        ) : (
          <>
            <Button
              component={Link}
              to={screenPath('editUser', { id })}
              variant="subtle"
              aria-label={`Edit ${name}`}
            >
              Edit
            </Button>
            <Options member={member} hasTwoStep={hasTwoStep} />
          </>
        )}
      </div>
    </li>
  );
}

const NOT_ARRIVED = {
  later: 'Their mail server has not taken the invitation yet. We go on trying for five days.',
  never: 'Their mail server refuses the invitation. Is the address right? If not, withdraw it.',
} as const satisfies Record<(typeof MAIL_TROUBLES)[number], string>;

/** A person's role, and their email unless it is already shown as the name. */
export function RoleAndEmail({
  person,
}: {
  person: Parameters<typeof nameOrEmail>[0] & { readonly role: Role };
}) {
  return (
    <p className={classes.meta}>
      <span>{ROLE_NAMES[person.role]}</span>
      {nameOrEmail(person) !== person.email && <span>{person.email}</span>}
    </p>
  );
}

function MemberStatus({ member: { attributes } }: { member: InviteResource }) {
  const { status, invitation_ends_at: ends, mail_trouble, need_change_password } = attributes;
  const zone = useSchool()?.attributes.time_zone;
  if (status === 'INVITED' && mail_trouble !== null)
    return (
      <span className={classes.badge} data-tone="sun">
        {mail_trouble === 'later' ? 'Not delivered yet' : 'Not delivered'}
      </span>
    );
  if (status === 'INVITED') {
    return (
      <span className={classes.badge} data-tone="sky">
        <IconLock size={14} stroke={1.75} aria-hidden="true" />
        Invited{ends !== null && ` until ${formatDate(ends, zone)}`}
      </span>
    );
  }
  if (status === 'INACTIVE') {
    return (
      <span className={classes.badge} data-tone="sun">
        {ends === null ? 'No password yet' : 'Invitation over'}
      </span>
    );
  }
  return need_change_password && <span className={classes.badge}>Temporary password</span>;
}

function Invited({ member }: { member: InviteResource }) {
  const { sendAgain, withdraw } = useMemberActions(member);
  const name = nameOrEmail(member.attributes);
  return (
    <>
      <Button
        variant="subtle"
        aria-label={`Send again to ${name}`}
        leftSection={<IconMailForward {...icon} />}
        onClick={sendAgain}
      >
        Send again
      </Button>
      <Button
        variant="subtle"
        aria-label={`Withdraw the invitation of ${name}`}
        leftSection={<IconMailOff {...icon} />}
        onClick={withdraw}
      >
        Withdraw
      </Button>
    </>
  );
}

function Options({ member, hasTwoStep }: { member: InviteResource; hasTwoStep: boolean }) {
  const { sendAgain, remove, setPassword, resetTwoStep, makeOwner } = useMemberActions(member);
  const [password, setPasswordShown] = useState<string | null>(null);
  const name = nameOrEmail(member.attributes);
  const invitable = member.attributes.invitation_ends_at !== null;
  return (
    <>
      <Menu width={248}>
        <Menu.Target>
          <ActionIcon aria-label={`Options for ${name}`} size={44}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {invitable ? (
            <Menu.Item leftSection={<IconMailForward {...icon} />} onClick={sendAgain}>
              Invite again
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconKey {...icon} />}
              onClick={() => void setPassword().then(setPasswordShown)}
            >
              Set a temporary password
            </Menu.Item>
          )}
          {hasTwoStep && (
            <Menu.Item leftSection={<IconShieldOff {...icon} />} onClick={resetTwoStep}>
              Turn two-step sign-in off
            </Menu.Item>
          )}
          {member.attributes.role === 'admin' && member.attributes.status === 'ACTIVE' && (
            <Menu.Item leftSection={<IconCrown {...icon} />} onClick={makeOwner}>
              Make the owner
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={remove}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {password !== null && (
        <TemporaryPassword name={name} password={password} onClose={() => setPasswordShown(null)} />
      )}
    </>
  );
}
