import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { PLANS } from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import card from '#ui/forms/form-card.module.css';
import { schoolQuery } from '#web/api/account.ts';
import classes from '#web/features/billing/billing.module.css';
import { useBilling } from '#web/features/billing/billing-data.ts';
import { BillingFrame, Loaded } from '#web/features/billing/billing-frame.tsx';
import { exactSum } from '#web/features/billing/plans/plan-texts.ts';
import { usePaymentSecret } from '#web/features/billing/plans/use-choose-plan.ts';
import { PaymentCardForm } from './card-form.tsx';
import { CookieGate } from './cookie-gate.tsx';
import { DueNow } from './due-now.tsx';
import { Paid } from './paid.tsx';
import { canPay, clearPayment, markPaid, type PendingPayment, pendingPayment } from './pending-payment.ts';

/** The payment screen. Redirects to the settings if no plan has been chosen. */
export function Component() {
  const [pending] = useState(pendingPayment);
  if (pending === null) return <Navigate to={SCREENS.settings} replace />;
  return (
    <BillingFrame here="Payment" below="subscription" title="Payment Information">
      <Payment pending={pending} />
    </BillingFrame>
  );
}

function Payment({ pending }: { pending: PendingPayment }) {
  const [paid, setPaid] = useState(pending.isPaid);
  const school = useQuery(schoolQuery);
  const email = useBilling().data?.attributes.email ?? '';
  if (paid) return <Paid pending={pending} email={email} />;
  const onPaid = () => {
    markPaid(pending);
    setPaid(true);
  };
  return (
    <Loaded query={school} what="the payment form">
      {(data) => data && <PaymentForm pending={pending} school={data.attributes} onPaid={onPaid} />}
    </Loaded>
  );
}

interface PaymentFormProps {
  readonly pending: PendingPayment;
  readonly school: SchoolResource['attributes'];
  readonly onPaid: () => void;
}

function PaymentForm({ pending, school, onPaid }: PaymentFormProps) {
  // Fixed at the first render: the plan may start before the bank answers, and this page must still say so.
  const [isDue] = useState(() => canPay(school));
  const secret = usePaymentSecret(pending.plan);
  const billing = useBilling();
  if (!isDue) return <NothingToPay />;
  return (
    <CookieGate>
      <Loaded query={billing} what="the payment form">
        {({ attributes }) => (
          <div className={`${classes.card} ${card.form}`}>
            <DueNow pending={pending} school={school} />
            <PaymentCardForm
              billedTo={attributes}
              use={{
                kind: 'pay',
                secret,
                onTaken: onPaid,
                button: `Pay ${exactSum(PLANS[pending.plan].price)}`,
                busyLabel: 'Paying…',
              }}
            />
            <p className={classes.dueText}>
              Your receipt goes to {attributes.email || 'the owner of your school'}.
            </p>
          </div>
        )}
      </Loaded>
    </CookieGate>
  );
}

// The plan was paid in another tab or by somebody else; the subscription screen shows it.
function NothingToPay() {
  useEffect(clearPayment, []);
  return <Navigate to={SCREENS.subscription} replace />;
}
