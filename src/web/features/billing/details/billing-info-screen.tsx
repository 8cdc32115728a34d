import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { BILLING_MESSAGES, billingRoutes } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import { PLANS } from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import { toast } from '#ui/feedback/toast.ts';
import { schoolQuery } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import classes from '#web/features/billing/billing.module.css';
import { useBilling } from '#web/features/billing/billing-data.ts';
import { BillingFrame, Loaded } from '#web/features/billing/billing-frame.tsx';
import { CookieGate } from '#web/features/billing/checkout/cookie-gate.tsx';
import { DueNow } from '#web/features/billing/checkout/due-now.tsx';
import {
  canPay,
  type PendingPayment,
  pendingPayment,
} from '#web/features/billing/checkout/pending-payment.ts';
import { exactSum, paidPlanOf } from '#web/features/billing/plans/plan-texts.ts';
import { formatDate } from '#web/words/dates.ts';
import { BillingDetailsForm } from './billing-form.tsx';

/** Billing details as a step before paying, or before re-enabling the renewal. */
export function Component() {
  const school = useQuery(schoolQuery);
  const [pending] = useState(pendingPayment);
  return (
    <BillingFrame here="Billing details" below="subscription" title="Billing details">
      <Loaded query={school} what="your billing details" height={420}>
        {(data) => data && <PlanSteps school={data.attributes} pending={pending} />}
      </Loaded>
    </BillingFrame>
  );
}

function PlanSteps({
  school,
  pending,
}: {
  school: SchoolResource['attributes'];
  pending: PendingPayment | null;
}) {
  const { subscription_status: status, plan_ended: ended } = school;
  if (status === 'canceled' && !ended) {
    return (
      <CookieGate>
        <Reenabling school={school} />
      </CookieGate>
    );
  }
  if (pending !== null && canPay(school)) {
    return (
      <CookieGate>
        <Paying school={school} pending={pending} />
      </CookieGate>
    );
  }
  const hasNoPlan = status === 'trial' || status === 'canceled';
  return <Navigate to={hasNoPlan ? SCREENS.choosePlan : SCREENS.subscription} replace />;
}

function Paying({ school, pending }: { school: SchoolResource['attributes']; pending: PendingPayment }) {
  const navigate = useNavigate();
  return (
    <Loaded query={useBilling()} what="your billing details" height={420}>
      {(information) => (
        <BillingDetailsForm
          information={information}
          button="Go to payment"
          busyLabel="Saving…"
          above={<DueNow pending={pending} school={school} />}
          onSaved={async () => {
            await navigate(SCREENS.cardSettings);
          }}
        />
      )}
    </Loaded>
  );
}

function Reenabling({ school }: { school: SchoolResource['attributes'] }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const plan = paidPlanOf(school) ?? 'yearly';
  const day = formatDate(school.subscription_end_date ?? '', school.time_zone);
  return (
    <Loaded query={useBilling()} what="your billing details" height={420}>
      {(information) => (
        <BillingDetailsForm
          information={information}
          button="Confirm"
          busyLabel="Re-enabling…"
          above={
            <section className={classes.due} aria-label="What you pay">
              <p className={classes.dueLine}>
                <span>{PLANS[plan].title}, today</span>
                <strong>{exactSum(0)}</strong>
              </p>
              <p className={classes.dueText}>
                Your plan then renews on {day} for {exactSum(PLANS[plan].price)}. Prices exclude VAT; none is
                added at present.
              </p>
            </section>
          }
          onSaved={async () => {
            await call(billingRoutes.enableSubscription);
            await client.invalidateQueries({ queryKey: queryKeys.school });
            await navigate(SCREENS.subscription);
            toast.success(BILLING_MESSAGES.success);
          }}
        />
      )}
    </Loaded>
  );
}
