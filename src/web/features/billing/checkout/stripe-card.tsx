import { useComputedColorScheme } from '@mantine/core';
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingInformation } from '#contract/billing.ts';
import { fullName } from '#contract/rules/names.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { isApiError } from '#web/api/api-error.ts';
import classes from '#web/features/billing/billing.module.css';
import { Loaded } from '#web/features/billing/billing-frame.tsx';
import type { CardUse } from '#web/features/billing/card-use.ts';
import { useUnloadGuard } from '#web/forms/use-unsaved-form-guard.ts';

interface CardProps {
  use: CardUse;
  billedTo: BillingInformation['attributes'];
}

/** Stripe's card form. The number goes from Stripe's iframe to Stripe; neither this page nor our server sees it. */
export default function StripeCard({ publishableKey, ...card }: CardProps & { publishableKey: string }) {
  const stripe = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => loadStripe(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return (
    <Loaded query={stripe} what="the payment form" height={120} shape="inside">
      {(loaded) => (
        <Elements stripe={loaded}>
          <CardForm {...card} />
        </Elements>
      )}
    </Loaded>
  );
}

// CSS variables do not reach into Stripe's iframe.
const COLOURS = {
  light: { color: '#16243d', iconColor: '#46546d', placeholder: '#5c6980', invalid: '#b42318' },
  dark: { color: '#eef1f6', iconColor: '#b9c3d4', placeholder: '#98a5ba', invalid: '#ff8f85' },
} as const;

function CardForm({ use, billedTo }: CardProps) {
  const stripe = useStripe();
  const elements = useElements();
  const scheme = useComputedColorScheme();
  const [hasDigits, setHasDigits] = useState(false);
  const [cardError, setCardError] = useState<string | null>(null);
  // Under the field, the error stays after the toast has disappeared.
  const showError = (message: string) => {
    toast.error(message);
    setCardError(message);
  };
  const pay = useMutation({
    mutationFn: async () => {
      const element = elements?.getElement(CardElement);
      if (stripe === null || element === null || element === undefined) return;
      // Clear the errors of the last attempt.
      toast.clear();
      setCardError(null);
      const secret = await use.secret();
      const data = { payment_method: { card: element, billing_details: detailsOf(billedTo) } };
      const { error } = await (use.kind === 'pay'
        ? stripe.confirmCardPayment(secret, data)
        : stripe.confirmCardSetup(secret, data));
      if (error === undefined) await use.onTaken();
      else showError(error.message ?? FAILED);
    },
    onError: (error) => {
      // Errors of our own server have already been shown as toasts.
      if (!isApiError(error)) showError(FAILED);
      else if (error.status === 400) setCardError(error.body.error_message);
    },
  });
  // During the payment, the bank may open a page of its own.
  useUnloadGuard(() => hasDigits && !pay.isPending && !pay.isSuccess);
  const { placeholder, invalid, ...base } = COLOURS[scheme];
  return (
    <form
      className={card.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pay.isPending) pay.mutate();
      }}
    >
      <div>
        <p className={classes.fieldLabel}>Card</p>
        <div className={classes.cardFrame} data-wrong={cardError !== null}>
          <CardElement
            options={{
              hidePostalCode: true,
              style: {
                base: { ...base, fontSize: '16px', '::placeholder': { color: placeholder } },
                invalid: { color: invalid, iconColor: invalid },
              },
            }}
            onChange={({ error, empty }) => {
              setCardError(error?.message ?? null);
              setHasDigits(!empty);
            }}
          />
        </div>
        {cardError && (
          <p className={classes.fieldWrong} role="alert">
            {cardError}
          </p>
        )}
      </div>
      <BusyButton size="lg" busy={pay.isPending} busyLabel={use.busyLabel}>
        {use.button}
      </BusyButton>
    </form>
  );
}

const FAILED = 'The payment did not go through. Please try again';

function detailsOf(person: BillingInformation['attributes']) {
  const { email, telephone, address } = person;
  return {
    name: fullName(person),
    email,
    phone: telephone,
    address: { line1: address },
  };
}
