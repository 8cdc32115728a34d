import { Link, Outlet, useLocation } from 'react-router';
import { admits } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import { PAST_DUE_GRACE_DAYS, type SchoolResource } from '#contract/school.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { useSchool } from '#web/api/account.ts';
import { useSession } from '#web/session/session.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './plan-gate.module.css';
import { isAboutPlan } from './plan-paths.ts';

/** Shows a banner above the screens while the plan has ended or a payment is due. */
export function Component() {
  const { pathname } = useLocation();
  // The server refuses other calls until the password is changed.
  const mustChangePassword = useSession()?.user.attributes.need_change_password ?? true;
  return (
    <>
      {!mustChangePassword && !isAboutPlan(pathname) && <PlanBanner />}
      <Outlet />
    </>
  );
}

function PlanBanner() {
  const school = useSchool()?.attributes;
  const role = useSession()?.user.attributes.role ?? null;
  // A closed school has its own banner, and cannot pay.
  const banner = school?.closes_at === null ? bannerFor(school) : null;
  if (banner === null) return null;
  const pays = admits('owner_or_admin', { role, schoolId: 'own' });
  return (
    <section className={classes.banner} aria-label="Your plan">
      <p>{banner.text}</p>
      {pays ? (
        <Link to={SCREENS.subscription}>{banner.link}</Link>
      ) : (
        <p>Please tell the owner of your school.</p>
      )}
    </section>
  );
}

function bannerFor(school: SchoolResource['attributes']): { text: string; link: string } | null {
  const { subscription_status: status, subscription_end_date: end, time_zone: zone, plan_ended } = school;
  // Contributors do not see a plan's name and end.
  if (end === null)
    return plan_ended
      ? { text: 'Your school’s plan has ended. Your newsletters stay public.', link: 'Choose a plan' }
      : null;
  const day = formatDate(end, zone);
  if (status === 'past_due') {
    const last = new Date(new Date(end).getTime() + PAST_DUE_GRACE_DAYS * DAY_MS).toISOString();
    return plan_ended
      ? { text: 'Your last payment did not go through, and your plan is on hold.', link: 'Pay now' }
      : {
          text: `Your last payment did not go through. You can go on working until ${formatDate(last, zone)}.`,
          link: 'Pay now',
        };
  }
  if (!plan_ended) return null;
  return status === 'canceled'
    ? { text: `Your plan ended on ${day}. Your newsletters stay public.`, link: 'Choose a plan' }
    : { text: `Your free trial ended on ${day}. Your newsletters stay public.`, link: 'Choose a plan' };
}
