import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { UpcomingEvent } from '#contract/dashboard.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { ErrorState } from '#ui/feedback/states.tsx';
import classes from './dashboard.module.css';
import { dashboardQuery } from './dashboard-data.ts';
import { eventDay } from './event-day.ts';

/** The school's next dates. */
export function ComingEvents({ timeZone }: { timeZone: string | undefined }) {
  const { data, isPending, error, refetch } = useQuery(dashboardQuery);
  return (
    <section className={classes.card}>
      <h2 className={classes.title}>Coming events</h2>
      {isPending && <Skeleton height={120} m={12} />}
      {!isPending && data === undefined && (
        <ErrorState title="We could not load the events" error={error} onRetry={() => void refetch()} />
      )}
      {data?.events.length === 0 && (
        <p className={classes.none}>
          No dates ahead. Those of your calendar and your newsletters stand here until they have passed.
        </p>
      )}
      {data !== undefined && data.events.length > 0 && (
        <ul className={classes.rows}>
          {data.events.map((event) => (
            <li key={`${event.newsletter_id} ${event.start} ${event.title}`}>
              <EventRow event={event} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function EventRow({ event, timeZone }: { event: UpcomingEvent; timeZone: string | undefined }) {
  const { weekday, day, month, time } = eventDay(event.start, timeZone);
  return (
    <Link
      to={event.newsletter_id === null ? SCREENS.calendar : screenPath('editor', { id: event.newsletter_id })}
      className={classes.event}
    >
      <span className={classes.leaf}>
        <span className={classes.month}>{month}</span> <span className={classes.day}>{day}</span>
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{event.title}</span>
        <span className={classes.date}>
          {weekday}
          {time !== null && ` ${time}`}
          {event.newsletter_title !== null && ` · in ‘${event.newsletter_title}’`}
        </span>
      </span>
    </Link>
  );
}
