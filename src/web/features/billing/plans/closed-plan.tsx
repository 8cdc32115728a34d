import type { SchoolResource } from '#contract/school.ts';
import classes from '#web/features/billing/billing.module.css';
import { RecentInvoices } from '#web/features/billing/invoices/recent-invoices.tsx';
import { formatDate } from '#web/words/dates.ts';
import { PlanCard } from './plan-card.tsx';
import { paidPlanOf } from './plan-texts.ts';

type School = SchoolResource['attributes'];

/** The plan of a closed school: how long it runs, without a way to pay. */
export function ClosedPlan({ school, closesAt }: { school: School; closesAt: string }) {
  const note = noteOf(school, closesAt);
  if (paidPlanOf(school) === null) return <ClosedTrial note={note} />;
  const end = formatDate(school.subscription_end_date ?? '', school.time_zone);
  return (
    <>
      <PlanCard
        school={school}
        badge="School closed"
        tone="bad"
        facts={[
          { name: school.plan_ended ? 'Ended on' : 'Paid until', value: end },
          { name: 'Renewal', value: 'Disabled' },
        ]}
        note={note}
      >
        {null}
      </PlanCard>
      <RecentInvoices zone={school.time_zone} />
    </>
  );
}

function ClosedTrial({ note }: { note: string }) {
  return (
    <section className={classes.plan} aria-label="Free trial">
      <div className={classes.planHead}>
        <div>
          <h2 className={classes.planName}>Your plan</h2>
          <p className={classes.trialTitle}>Free trial</p>
          <p className={classes.trialText}>{note}</p>
        </div>
        <span className={classes.badge} data-tone="bad">
          School closed
        </span>
      </div>
    </section>
  );
}

function noteOf({ subscription_end_date: end, time_zone, plan_ended }: School, closesAt: string): string {
  const closed = `Your school is closed and will be deleted on ${formatDate(closesAt, time_zone)}. Until then nothing can be created or sent, and nothing is charged.`;
  return plan_ended || end === null
    ? closed
    : `${closed} If you take your school back before that day, your plan works on until ${formatDate(end, time_zone)}.`;
}
