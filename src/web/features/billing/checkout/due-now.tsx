import { addMonths } from '#contract/rules/months.ts';
import { PLANS } from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import classes from '#web/features/billing/billing.module.css';
import { BILLED_EVERY, exactSum, VAT_NOTE } from '#web/features/billing/plans/plan-texts.ts';
import { formatDate } from '#web/words/dates.ts';
import type { PendingPayment } from './pending-payment.ts';

/** The sums charged today and at the next renewal, shown before confirming. */
export function DueNow({
  pending,
  school,
}: {
  pending: PendingPayment;
  school: SchoolResource['attributes'];
}) {
  const { title, price, months } = PLANS[pending.plan];
  const due = school.subscription_status === 'past_due' ? school.subscription_end_date : null;
  const next = formatDate(
    addMonths(due === null ? new Date() : new Date(due), months).toISOString(),
    school.time_zone,
  );
  return (
    <section className={classes.due} aria-label="What you pay">
      <p className={classes.dueLine}>
        <span>{title}, today</span>
        <strong>{exactSum(price)}</strong>
      </p>
      <p className={classes.dueText}>
        Then {exactSum(price)} {BILLED_EVERY[pending.plan]}, next on {next}, until you cancel the renewal.{' '}
        {VAT_NOTE}
      </p>
    </section>
  );
}
