import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { billingRoutes } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import type { PaidPlan } from '#contract/prices.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { keepPayment } from './pending-payment.ts';

/** Chooses a plan: keeps the secret that pays for it, and goes on to the billing details. */
export function useChoosePlan() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (plan: PaidPlan) => call(billingRoutes.charge, { body: { subscription_plan: plan } }),
    onSuccess: async ({ payment_intent_client_secret: secret }, plan) => {
      keepPayment(secret, plan);
      await navigate(SCREENS.billingInfo);
    },
    onError: async (error) => {
      // Bought in another tab, or by somebody else: the subscription shows it.
      if (!isApiError(error, 409)) return;
      await client.invalidateQueries({ queryKey: queryKeys.school });
      await navigate(SCREENS.subscription);
    },
  });
}
