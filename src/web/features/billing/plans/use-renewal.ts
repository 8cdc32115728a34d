import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { BILLING_MESSAGES, billingRoutes } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** Cancels the renewal after confirmation, then goes to the settings. */
export function useCancelRenewal(question: { readonly title: string; readonly message: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(billingRoutes.cancelSubscription, { handles: () => true }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.school });
      await navigate(SCREENS.settings);
      toast.success(BILLING_MESSAGES.canceled);
    },
    onError: () => toast.error(BILLING_MESSAGES.cancelFailed),
  });
  const ask = async () => {
    const confirmed = await confirm({
      ...question,
      confirmLabel: 'Cancel renewal',
      cancelLabel: 'Keep the plan',
      destructive: true,
    });
    if (confirmed) cancel.mutate();
  };
  return { ask: () => void ask(), busy: cancel.isPending };
}
