import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ROLE_NAMES } from '#contract/invites.ts';
import { SCREENS } from '#contract/paths.ts';
import { ErrorState, Loading } from '../../kit/states.tsx';
import { nameOf, staffQuery } from './staff-data.ts';
import classes from './staff-list.module.css';

/** The owner, and everybody who works on the newsletters. */
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
  return (
    <ul className={classes.list} aria-label="Administrators">
      <li className={classes.person}>
        <Who {...owner.data.attributes} />
        <span className={classes.role}>{ROLE_NAMES.owner}</span>
        <Link to={SCREENS.myDetails} className={classes.edit} aria-label="Edit my details">
          Edit
        </Link>
      </li>
      {invites.data.map(({ id, attributes }) => (
        <li key={id} className={classes.person}>
          <Who {...attributes} />
          <span className={classes.role}>{ROLE_NAMES[attributes.role]}</span>
        </li>
      ))}
    </ul>
  );
}

function Who(person: { first_name: string; last_name: string; email: string }) {
  const name = nameOf(person);
  return (
    <div className={classes.who}>
      <p className={classes.name}>{name}</p>
      {name !== person.email && <p className={classes.email}>{person.email}</p>}
    </div>
  );
}
