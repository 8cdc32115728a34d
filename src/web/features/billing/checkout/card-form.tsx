import { lazy, Suspense } from 'react';
import type { BillingInformation } from '#contract/billing.ts';
import { useConfig } from '#web/api/config.ts';
import type { CardUse } from '#web/features/billing/card-use.ts';

// Lazy, so that Stripe's code is loaded only if Stripe is the provider and the form is shown.
const SandboxCard = lazy(() => import('./sandbox-card.tsx'));
const StripeCard = lazy(() => import('./stripe-card.tsx'));

/** The card form of the configured payment provider. */
export function PaymentCardForm({
  use,
  billedTo,
}: {
  use: CardUse;
  billedTo: BillingInformation['attributes'];
}) {
  const payment = useConfig()?.payment;
  return (
    <Suspense>
      {payment?.provider === 'sandbox' && <SandboxCard use={use} />}
      {payment?.provider === 'stripe' && (
        <StripeCard use={use} publishableKey={payment.publishable_key ?? ''} billedTo={billedTo} />
      )}
    </Suspense>
  );
}
