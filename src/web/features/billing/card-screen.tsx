import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { PLANS } from '#contract/prices.ts';
import { schoolQuery } from '../../api/account.ts';
import card from '../../kit/form-card.module.css';
import classes from './billing.module.css';
import { useBilling } from './billing-data.ts';
import { BillingFrame, Loaded } from './billing-frame.tsx';
import { CardForm } from './card-form.tsx';
import { DueNow } from './due-now.tsx';
import { Paid } from './paid.tsx';
import { notePaid, type PendingPayment, pendingPayment } from './pending-payment.ts';
import { exactSum } from './plan-words.ts';

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
  const billing = useBilling();
  const school = useQuery(schoolQuery).data;
  const email = billing.data?.attributes.email ?? '';
  if (paid) return <Paid pending={pending} email={email} />;
  return (
    <Loaded query={billing} what="the payment form">
      {({ attributes }) => (
        <div className={`${classes.card} ${card.form}`}>
          {school && <DueNow pending={pending} school={school.attributes} />}
          <CardForm
            billedTo={attributes}
            use={{
              kind: 'pay',
              secret: async () => pending.clientSecret,
              onTaken: () => {
                notePaid(pending);
                setPaid(true);
              },
              button: `Pay ${exactSum(PLANS[pending.plan].price)}`,
              busyLabel: 'Paying…',
            }}
          />
          <p className={classes.dueText}>Your receipt goes to {email || 'the owner of your school'}.</p>
        </div>
      )}
    </Loaded>
  );
}
