import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { billingRoutes } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import type { PaidPlan } from '#contract/rules/prices.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { clearPayment, storePayment } from '#web/features/billing/checkout/pending-payment.ts';

/** Chooses a plan: stores its client secret and goes to the billing details. */
export function useChoosePlan() {
  const navigate = useNavigate();
  const openSubscription = useOpenSubscription();
  return useMutation({
    mutationFn: (plan: PaidPlan) => call(billingRoutes.charge, { body: { subscription_plan: plan } }),
    onSuccess: async ({ payment_intent_client_secret: secret }, plan) => {
      storePayment(secret, plan);
      await navigate(SCREENS.billingInfo);
    },
    onError: async (error) => {
      if (isApiError(error, 409)) await openSubscription();
    },
  });
}

/**
 * Fetches the client secret of a plan when it is paid, because another tab may have chosen another plan since, or paid
 * this one. If there is nothing to pay it rejects and opens the subscription, which shows why.
 */
export function usePaymentSecret(plan: PaidPlan): () => Promise<string> {
  const openSubscription = useOpenSubscription();
  return async () => {
    try {
      const { payment_intent_client_secret: secret } = await call(billingRoutes.charge, {
        body: { subscription_plan: plan },
      });
      storePayment(secret, plan);
      return secret;
    } catch (error) {
      if (isApiError(error, 409)) await openSubscription();
      throw error;
    }
  };
}

// The plan was bought in another tab or by somebody else; the subscription screen shows it.
function useOpenSubscription(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    clearPayment();
    await client.invalidateQueries({ queryKey: queryKeys.school });
    await navigate(SCREENS.subscription);
  };
}
