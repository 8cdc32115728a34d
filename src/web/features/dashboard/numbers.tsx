import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { seesFamilies } from '#contract/access.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { SCREENS } from '#contract/paths.ts';
import { useSession } from '#web/session/session.ts';
import classes from './dashboard.module.css';
import { dashboardQuery } from './dashboard-data.ts';

/** The school's numbers, each with a link to its list. Renders nothing if they cannot be loaded. */
export function Numbers() {
  const { data, isPending } = useQuery(dashboardQuery);
  if (isPending) return <Skeleton height={92} radius="lg" mb={28} />;
  return data === undefined ? null : <NumberTiles {...data.numbers} />;
}

function NumberTiles({ published, drafts, subscribers, new_subscribers, waiting }: Dashboard['numbers']) {
  const opensList = seesFamilies(useSession()?.user.attributes.role);
  const more = new_subscribers > 0 ? `${count(new_subscribers)} new in 30 days` : undefined;
  return (
    <ul className={classes.numbers} aria-label="Your school in numbers">
      <Tile label="Published" value={published} to={`${SCREENS.newsletters}?filter=published`} />
      <Tile
        label={drafts === 1 ? 'Draft' : 'Drafts'}
        value={drafts}
        to={`${SCREENS.newsletters}?filter=created`}
      />
      <Tile
        label={subscribers === 1 ? 'Subscriber' : 'Subscribers'}
        value={subscribers}
        more={more}
        to={opensList ? `${SCREENS.manageUsers}?show=subscribers` : undefined}
      />
      {opensList && waiting > 0 && (
        <Tile
          label={waiting === 1 ? 'Family waits for you' : 'Families wait for you'}
          value={waiting}
          to={`${SCREENS.manageUsers}?show=subscribers`}
        />
      )}
    </ul>
  );
}

interface TileProps {
  readonly label: string;
  readonly value: number;
  readonly more?: string | undefined;
  readonly to?: string | undefined;
}

function Tile({ label, value, more, to }: TileProps) {
  const content = (
    <>
      <span className={classes.number}>{count(value)}</span> <span className={classes.what}>{label}</span>
      {more !== undefined && <span className={classes.more}>{more}</span>}
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <div className={classes.tile}>{content}</div>
      ) : (
        <Link to={to} className={classes.tile}>
          {content}
        </Link>
      )}
    </li>
  );
}

function count(value: number): string {
  return value.toLocaleString('en-GB');
}
