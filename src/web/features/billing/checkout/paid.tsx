import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { BILLING_MESSAGES, PAYMENT_SUCCESS_SHOWN_MS } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import { PLANS } from '#contract/rules/prices.ts';
import { toast } from '#ui/feedback/toast.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import classes from '#web/features/billing/billing.module.css';
import { billingQuery } from '#web/features/billing/billing-data.ts';
import { exactSum } from '#web/features/billing/plans/plan-texts.ts';
import { clearPayment, type PendingPayment } from './pending-payment.ts';

/** Confirms the payment. Goes to the subscription after a pause, in which the provider's notification arrives. */
export function Paid({ pending, email }: { pending: PendingPayment; email: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const goToSubscription = useCallback(async () => {
    clearPayment();
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.school }),
      client.invalidateQueries({ queryKey: billingQuery.queryKey }),
    ]);
    await navigate(SCREENS.subscription, { state: 'paid' });
    toast.success(BILLING_MESSAGES.success);
  }, [client, navigate]);
  useEffect(() => {
    const timer = setTimeout(() => void goToSubscription(), PAYMENT_SUCCESS_SHOWN_MS);
    return () => {
      clearTimeout(timer);
      // Leaving by another link must show the new plan, too.
      clearPayment();
      void client.invalidateQueries({ queryKey: queryKeys.school });
    };
  }, [client, goToSubscription]);
  return (
    <section className={`${classes.card} ${classes.paid}`} role="status">
      <span className={classes.paidMark}>
        <IconCheck size={28} stroke={2} aria-hidden="true" />
      </span>
      <h2 className={classes.paidTitle}>Thank you, {exactSum(PLANS[pending.plan].price)} is paid</h2>
      <p className={classes.trialText}>
        Your receipt is on its way{email && ` to ${email}`}. In a moment we take you to your subscription.
      </p>
      <Button variant="default" onClick={() => void goToSubscription()}>
        Go to my subscription
      </Button>
    </section>
  );
}
