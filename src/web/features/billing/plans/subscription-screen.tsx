import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { SchoolResource } from '#contract/school.ts';
import { schoolQuery } from '#web/api/account.ts';
import classes from '#web/features/billing/billing.module.css';
import { BillingFrame, Loaded } from '#web/features/billing/billing-frame.tsx';
import { RecentInvoices } from '#web/features/billing/invoices/recent-invoices.tsx';
import { CanceledPlan } from './canceled-plan.tsx';
import { ClosedPlan } from './closed-plan.tsx';
import { PaidPlanCard } from './paid-plan-card.tsx';
import { PastDuePlan } from './past-due-plan.tsx';
import { TrialPlan } from './trial-plan.tsx';

// The provider's notification usually arrives seconds after the payment.
const POLL_MS = 3000;

/** My subscription: the plan's status and its actions. */
export function Component() {
  const { state } = useLocation();
  const paid = state === 'paid';
  const isConfirming = (data: SchoolResource | null | undefined) =>
    paid && data?.attributes.subscription_status !== 'active';
  const school = useQuery({
    ...schoolQuery,
    refetchInterval: ({ state: { data } }) => isConfirming(data) && POLL_MS,
  });
  return (
    <BillingFrame here="Subscription" title="My subscription">
      <Loaded query={school} what="your subscription" height={280} shape="wide">
        {(data) =>
          data && (
            <>
              {isConfirming(data) && (
                <p className={classes.notice} role="status">
                  Your payment is on its way. As soon as our payment provider confirms it, this page shows
                  your plan.
                </p>
              )}
              <CurrentPlan school={data.attributes} />
            </>
          )
        }
      </Loaded>
    </BillingFrame>
  );
}

function CurrentPlan({ school }: { school: SchoolResource['attributes'] }) {
  if (school.closes_at !== null) return <ClosedPlan school={school} closesAt={school.closes_at} />;
  if (school.subscription_status === 'trial') return <TrialPlan school={school} />;
  return (
    <>
      {school.subscription_status === 'active' && <PaidPlanCard school={school} />}
      {school.subscription_status === 'canceled' && <CanceledPlan school={school} />}
      {school.subscription_status === 'past_due' && <PastDuePlan school={school} />}
      <RecentInvoices zone={school.time_zone} />
    </>
  );
}
