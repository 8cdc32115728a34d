import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ROLE_NAMES } from '#contract/invites.ts';
import { SCREENS } from '#contract/paths.ts';
import { ErrorState, Loading } from '../../kit/states.tsx';
import classes from './people.module.css';
import { nameOf, staffQuery } from './staff-data.ts';
import { StaffRow } from './staff-row.tsx';

/** The owner, and everybody who works on the newsletters or is invited to. */
export function StaffList() {
  const staff = useQuery(staffQuery);
  if (staff.isPending) {
    return (
      <Loading label="Loading the users">
        <Skeleton height={240} radius="lg" />
      </Loading>
    );
  }
  if (staff.data === undefined) {
    return (
      <ErrorState
        title="We could not load the users"
        error={staff.error}
        onRetry={() => void staff.refetch()}
      />
    );
  }
  const { owner, invites } = staff.data;
  const { attributes } = owner.data;
  const name = nameOf(attributes);
  return (
    <>
      <ul className={classes.list} aria-label="Administrators">
        <li className={classes.person}>
          <div className={classes.who}>
            <p className={classes.name}>{name}</p>
            <p className={classes.meta}>
              {ROLE_NAMES.owner}
              {name !== attributes.email && ` · ${attributes.email}`}
            </p>
          </div>
          <div className={classes.actions}>
            <Button component={Link} to={SCREENS.myDetails} variant="subtle" aria-label={`Edit ${name}`}>
              Edit
            </Button>
          </div>
        </li>
        {invites.data.map((member) => (
          <StaffRow key={member.id} member={member} />
        ))}
      </ul>
      {invites.data.length === 0 && (
        <p className={classes.lonely}>
          So far it is you alone. Invite colleagues: editors write and send newsletters, admins look after the
          subscription as well.
        </p>
      )}
    </>
  );
}
