import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { BILLING_MESSAGES, billingRoutes } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import { PLANS } from '#contract/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import { schoolQuery } from '../../api/account.ts';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { formatDate } from '../../dates.ts';
import { toast } from '../../kit/toast.ts';
import classes from './billing.module.css';
import { useBilling } from './billing-data.ts';
import { BillingForm } from './billing-form.tsx';
import { BillingFrame, Loaded } from './billing-frame.tsx';
import { CookieGate } from './cookie-gate.tsx';
import { DueNow } from './due-now.tsx';
import { isOpen, type PendingPayment, pendingPayment } from './pending-payment.ts';
import { exactSum, paidPlanOf } from './plan-words.ts';

/** Billing details on the way to a payment, or to a renewal that is brought back. */
export function Component() {
  const school = useQuery(schoolQuery);
  const [pending] = useState(pendingPayment);
  return (
    <BillingFrame here="Billing details" below="subscription" title="Billing details">
      <Loaded query={school} what="your billing details" height={420}>
        {(data) => data && <Way school={data.attributes} pending={pending} />}
      </Loaded>
    </BillingFrame>
  );
}

function Way({ school, pending }: { school: SchoolResource['attributes']; pending: PendingPayment | null }) {
  const { subscription_status: status, plan_ended: ended } = school;
  if (status === 'canceled' && !ended) {
    return (
      <CookieGate>
        <Reenabling school={school} />
      </CookieGate>
    );
  }
  if (pending !== null && isOpen(school)) {
    return (
      <CookieGate>
        <Paying school={school} pending={pending} />
      </CookieGate>
    );
  }
  const chooses = status === 'trial' || status === 'canceled';
  return <Navigate to={chooses ? SCREENS.choosePlan : SCREENS.subscription} replace />;
}

function Paying({ school, pending }: { school: SchoolResource['attributes']; pending: PendingPayment }) {
  const navigate = useNavigate();
  return (
    <Loaded query={useBilling()} what="your billing details" height={420}>
      {(information) => (
        <BillingForm
          information={information}
          button="Go to payment"
          busyLabel="Saving…"
          above={<DueNow pending={pending} school={school} />}
          after={async () => {
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
        <BillingForm
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
          after={async () => {
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
