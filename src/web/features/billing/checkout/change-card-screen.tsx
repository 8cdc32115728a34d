import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router';
import { BILLING_MESSAGES, billingRoutes } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import { PLANS } from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import { toast } from '#ui/feedback/toast.ts';
import card from '#ui/forms/form-card.module.css';
import { schoolQuery } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import classes from '#web/features/billing/billing.module.css';
import { billingQuery, useBilling } from '#web/features/billing/billing-data.ts';
import { BillingFrame, Loaded } from '#web/features/billing/billing-frame.tsx';
import { exactSum, paidPlanOf, VAT_NOTE } from '#web/features/billing/plans/plan-texts.ts';
import { formatDate } from '#web/words/dates.ts';
import { PaymentCardForm } from './card-form.tsx';
import { CookieGate } from './cookie-gate.tsx';

/** Replaces the card, and charges it with any past-due sum. */
export function Component() {
  const school = useQuery(schoolQuery);
  return (
    <BillingFrame here="Change card" below="subscription" title="Change card">
      <Loaded query={school} what="your subscription">
        {(data) =>
          data && needsCard(data.attributes) ? (
            <NewCard school={data.attributes} />
          ) : (
            <Navigate to={SCREENS.subscription} replace />
          )
        }
      </Loaded>
    </BillingFrame>
  );
}

/** Whether a card will be charged at all. */
function needsCard({ subscription_status: status }: SchoolResource['attributes']): boolean {
  return status === 'active' || status === 'past_due';
}

function NewCard({ school }: { school: SchoolResource['attributes'] }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const isDue = school.subscription_status === 'past_due';
  const sum = exactSum(PLANS[paidPlanOf(school) ?? 'yearly'].price);
  const finishChange = async () => {
    await call(billingRoutes.finishCardChange);
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.school }),
      client.invalidateQueries({ queryKey: billingQuery.queryKey }),
    ]);
    await navigate(SCREENS.subscription);
    toast.success(
      isDue ? `${BILLING_MESSAGES.cardChanged}, and ${sum} is paid` : BILLING_MESSAGES.cardChanged,
    );
  };
  return (
    <CookieGate>
      <Loaded query={useBilling()} what="the card form">
        {({ attributes }) => (
          <div className={`${classes.card} ${card.form}`}>
            <DueFromCard school={school} sum={sum} />
            <PaymentCardForm
              billedTo={attributes}
              use={{
                kind: 'keep',
                secret: async () => (await call(billingRoutes.beginCardChange)).setup_intent_client_secret,
                onTaken: finishChange,
                button: isDue ? `Save card and pay ${sum}` : 'Save card',
                busyLabel: isDue ? 'Paying…' : 'Saving…',
              }}
            />
          </div>
        )}
      </Loaded>
    </CookieGate>
  );
}

/** The sums that the new card will be charged, now and later. */
function DueFromCard({ school, sum }: { school: SchoolResource['attributes']; sum: string }) {
  const day = formatDate(school.subscription_end_date ?? '', school.time_zone);
  const isDue = school.subscription_status === 'past_due';
  return (
    <section className={classes.due} aria-label="What you pay">
      <p className={classes.dueLine}>
        <span>{PLANS[paidPlanOf(school) ?? 'yearly'].title}, today</span>
        <strong>{isDue ? sum : exactSum(0)}</strong>
      </p>
      <p className={classes.dueText}>
        {isDue
          ? `It has been due since ${day}, and is paid from the new card at once. So are the renewals after it. ${VAT_NOTE}`
          : `The renewal on ${day}, ${sum}, and those after it are paid from the new card. Prices exclude VAT; none is added at present.`}
      </p>
    </section>
  );
}
