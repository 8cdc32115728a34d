import { PLANS } from '#contract/rules/prices.ts';
import { PAST_DUE_GRACE_DAYS, type SchoolResource } from '#contract/school.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { CookieGate } from '#web/features/billing/checkout/cookie-gate.tsx';
import { formatDate } from '#web/words/dates.ts';
import { MaskedCard, PlanCard } from './plan-card.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { exactSum, paidPlanOf } from './plan-texts.ts';
import { useChoosePlan } from './use-choose-plan.ts';

/** A plan whose renewal payment has failed, with ways to pay. */
export function PastDuePlan({ school }: { school: SchoolResource['attributes'] }) {
  const plan = paidPlanOf(school) ?? 'yearly';
  const due = school.subscription_end_date ?? '';
  const last = formatDate(
    new Date(new Date(due).getTime() + PAST_DUE_GRACE_DAYS * DAY_MS).toISOString(),
    school.time_zone,
  );
  const choose = useChoosePlan();
  const question = {
    title: 'Cancel the renewal?',
    message: 'The time that was paid for is over, so your plan ends at once. Nothing is charged.',
  };
  return (
    <PlanCard
      school={school}
      badge="Payment failed"
      tone="bad"
      facts={[
        { name: 'Card', value: <MaskedCard /> },
        { name: 'Due since', value: formatDate(due, school.time_zone) },
        { name: 'To pay', value: exactSum(PLANS[plan].price) },
      ]}
      note={
        school.plan_ended
          ? 'Your last payment did not go through. Pay now, or change the card, to create, change and send newsletters again. Your newsletters stay public.'
          : `Your last payment did not go through. You can go on working until ${last}. Pay now, or change the card: the new one pays this and everything after it.`
      }
    >
      <PlanChanges question={question} />
      <CookieGate>
        <BusyButton
          type="button"
          busy={choose.isPending}
          busyLabel="One moment…"
          onClick={() => choose.mutate(plan)}
        >
          Pay now
        </BusyButton>
      </CookieGate>
    </PlanCard>
  );
}
