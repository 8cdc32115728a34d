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
import { exactSum } from '#web/features/billing/plans/plan-words.ts';
import { useOpenSecret } from '#web/features/billing/plans/use-choose-plan.ts';
import { CardForm } from './card-form.tsx';
import { CookieGate } from './cookie-gate.tsx';
import { DueNow } from './due-now.tsx';
import { Paid } from './paid.tsx';
import { forgetPayment, isOpen, notePaid, type PendingPayment, pendingPayment } from './pending-payment.ts';

/** Payment Information: the card. Without a chosen plan there is nothing to pay. */
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
    notePaid(pending);
    setPaid(true);
  };
  return (
    <Loaded query={school} what="the payment form">
      {(data) => data && <Open pending={pending} school={data.attributes} onPaid={onPaid} />}
    </Loaded>
  );
}

interface OpenProps {
  readonly pending: PendingPayment;
  readonly school: SchoolResource['attributes'];
  readonly onPaid: () => void;
}

function Open({ pending, school, onPaid }: OpenProps) {
  // As it was at first: while the bank is asked, the plan may begin, and this page has still to say so.
  const [open] = useState(() => isOpen(school));
  const secret = useOpenSecret(pending.plan);
  const billing = useBilling();
  if (!open) return <Over />;
  return (
    <CookieGate>
      <Loaded query={billing} what="the payment form">
        {({ attributes }) => (
          <div className={`${classes.card} ${card.form}`}>
            <DueNow pending={pending} school={school} />
            <CardForm
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

// Paid in another tab, or by somebody else: the subscription shows it.
function Over() {
  useEffect(forgetPayment, []);
  return <Navigate to={SCREENS.subscription} replace />;
}
