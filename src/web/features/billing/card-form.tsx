import { lazy, Suspense } from 'react';
import type { BillingInformation } from '#contract/billing.ts';
import { useConfig } from '../../api/config.ts';

// Each with its own code: Stripe's is loaded where it is the provider, and only where a card is asked for.
const SandboxCard = lazy(() => import('./sandbox-card.tsx'));
const StripeCard = lazy(() => import('./stripe-card.tsx'));

/** What a card is asked for, and what the provider is told. */
export interface CardUse {
  /** `pay`: it pays something now. `keep`: it is for what comes. */
  readonly kind: 'pay' | 'keep';
  /** The secret under which the provider takes it, fetched when the button is pressed. */
  readonly secret: () => Promise<string>;
  /** The provider has taken it; the button waits for this. */
  readonly onTaken: () => Promise<void> | void;
  readonly button: string;
  readonly busyLabel: string;
}

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
