import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from 'react-router';
import { TWO_STEP_ADDRESS } from '#contract/paths.ts';
import { daysUntil } from '#newsletter/values/dates.ts';
import { useSchool } from '#web/api/account.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './two-step.module.css';
import { twoStepQuery } from './two-step-query.ts';

/** Shows a banner above the screens to people who have to set up two-step sign-in. */
export function Component() {
  const school = useSchool()?.attributes;
  return (
    <>
      {school !== undefined && school.second_factor !== 'nobody' && (
        <SetUpBanner name={school.name} timeZone={school.time_zone} />
      )}
      <Outlet />
    </>
  );
}

function SetUpBanner({ name, timeZone }: { name: string; timeZone: string }) {
  const dueAt = useQuery(twoStepQuery).data?.due_at ?? null;
  if (dueAt === null) return null;
  const days = daysUntil(new Date(dueAt), new Date(), timeZone);
  const timeLeft =
    days > 1 ? `${days} days are left` : days === 1 ? 'One day is left' : 'Today is the last day';
  return (
    <section className={classes.banner} aria-label="Two-step sign-in">
      <p>
        {name} asks for two-step sign-in from {formatDate(dueAt, timeZone)} on. {timeLeft} to set it up.
      </p>
      <Link to={TWO_STEP_ADDRESS}>Set it up</Link>
    </section>
  );
}
