import { lazy, Suspense } from 'react';
import type { BillingInformation } from '#contract/billing.ts';
import { useConfig } from '#web/api/config.ts';
import type { CardUse } from '#web/features/billing/card-use.ts';

// Each with its own code: Stripe's is loaded where it is the provider, and only where a card is asked for.
const SandboxCard = lazy(() => import('./sandbox-card.tsx'));
const StripeCard = lazy(() => import('./stripe-card.tsx'));

/** The card form of the provider that takes the payments. */
export function CardForm({ use, billedTo }: { use: CardUse; billedTo: BillingInformation['attributes'] }) {
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
