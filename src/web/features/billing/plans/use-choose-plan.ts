import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { billingRoutes } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import type { PaidPlan } from '#contract/rules/prices.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { forgetPayment, keepPayment } from '#web/features/billing/checkout/pending-payment.ts';

/** Chooses a plan: keeps the secret that pays for it, and goes on to the billing details. */
export function useChoosePlan() {
  const navigate = useNavigate();
  const leave = useOpenSubscription();
  return useMutation({
    mutationFn: (plan: PaidPlan) => call(billingRoutes.charge, { body: { subscription_plan: plan } }),
    onSuccess: async ({ payment_intent_client_secret: secret }, plan) => {
      keepPayment(secret, plan);
      await navigate(SCREENS.billingInfo);
    },
    onError: async (error) => {
      if (isApiError(error, 409)) await leave();
    },
  });
}

/**
 * The secret that pays for a plan at this very moment: another one may have been chosen in another tab since, or this
 * one paid for. Where there is nothing to pay it rejects, and the subscription shows why.
 */
export function useOpenSecret(plan: PaidPlan): () => Promise<string> {
  const leave = useOpenSubscription();
  return async () => {
    try {
      const { payment_intent_client_secret: secret } = await call(billingRoutes.charge, {
        body: { subscription_plan: plan },
      });
      keepPayment(secret, plan);
      return secret;
    } catch (error) {
      if (isApiError(error, 409)) await leave();
      throw error;
    }
  };
}

// Bought in another tab, or by somebody else: the subscription shows it.
function useOpenSubscription(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    forgetPayment();
    await client.invalidateQueries({ queryKey: queryKeys.school });
    await navigate(SCREENS.subscription);
  };
}
