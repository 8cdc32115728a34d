import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { schoolQuery } from '../../api/account.ts';
import { useConfig } from '../../api/config.ts';
import card from '../../kit/form-card.module.css';
import classes from './billing.module.css';
import { useBilling } from './billing-data.ts';
import { BillingFrame, Loaded } from './billing-frame.tsx';
import { DueNow } from './due-now.tsx';
import { Paid } from './paid.tsx';
import { type PendingPayment, pendingPayment } from './pending-payment.ts';

// Each with its own code: Stripe's is loaded where it is the provider, and here only.
const SandboxCard = lazy(() => import('./sandbox-card.tsx'));
const StripeCard = lazy(() => import('./stripe-card.tsx'));

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
  const [paid, setPaid] = useState(false);
  const config = useConfig();
  const billing = useBilling();
  const school = useQuery(schoolQuery).data;
  const email = billing.data?.attributes.email ?? '';
  if (paid) return <Paid pending={pending} email={email} />;
  return (
    <Loaded query={billing} what="the payment form">
      {({ attributes }) => (
        <div className={`${classes.card} ${card.form}`}>
          {school && <DueNow pending={pending} school={school.attributes} />}
          <Suspense>
            {config?.payment.provider === 'sandbox' && (
              <SandboxCard pending={pending} onPaid={() => setPaid(true)} />
            )}
            {config?.payment.provider === 'stripe' && (
              <StripeCard
                publishableKey={config.payment.publishable_key ?? ''}
                pending={pending}
                billedTo={attributes}
                onPaid={() => setPaid(true)}
              />
            )}
          </Suspense>
          <p className={classes.dueText}>Your receipt goes to {email || 'the owner of your school'}.</p>
        </div>
      )}
    </Loaded>
  );
}
