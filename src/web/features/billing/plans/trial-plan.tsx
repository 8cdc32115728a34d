import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { PLANS, YEARLY_PER_MONTH } from '#contract/rules/prices.ts';
import { TRIAL_MAILS_PER_DAY } from '#contract/rules/sending-quota.ts';
import type { SchoolResource } from '#contract/school.ts';
import { people } from '#contract/texts/people-count.ts';
import { useConfig } from '#web/api/config.ts';
import classes from '#web/features/billing/billing.module.css';
import { CookieGate } from '#web/features/billing/checkout/cookie-gate.tsx';
import { formatDate } from '#web/words/dates.ts';
import { PlanPoints } from './plan-points.tsx';

/** The free trial, with a link to upgrade. */
export function TrialPlan({ school }: { school: SchoolResource['attributes'] }) {
  const perDay = useConfig()?.trial_mails_per_day ?? TRIAL_MAILS_PER_DAY;
  const day = formatDate(school.subscription_end_date ?? '', school.time_zone);
  return (
    <section className={classes.plan} aria-label="Free trial">
      <div className={classes.planHead}>
        <div>
          <h2 className={classes.planName}>Your plan</h2>
          <p className={classes.trialTitle}>Free trial</p>
          <p className={classes.trialText}>
            {school.plan_ended
              ? `It ended on ${day}. Your newsletters stay public; to create, change and send newsletters again, choose a plan.`
              : `You have everything until ${day}; newsletters go to up to ${people(perDay)} a day. Nothing is charged by itself: you decide whether to go on.`}
          </p>
        </div>
        <span className={classes.badge} data-tone={school.plan_ended ? 'bad' : 'good'}>
          {school.plan_ended ? 'Ended' : `Until ${day}`}
        </span>
      </div>
      <div className={classes.trialFoot}>
        <div>
          <p className={classes.trialText}>With a plan, whatever the length of your list:</p>
          <PlanPoints />
          <p className={classes.trialText}>
            £{PLANS.yearly.price} a year, which is £{YEARLY_PER_MONTH} per month, or £{PLANS.monthly.price} a
            month. Prices exclude VAT.
          </p>
        </div>
        <CookieGate>
          <Button size="lg" component={Link} to={SCREENS.choosePlan}>
            Upgrade to Premium
          </Button>
        </CookieGate>
      </div>
    </section>
  );
}
