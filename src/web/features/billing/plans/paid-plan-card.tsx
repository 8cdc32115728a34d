import { PLANS } from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import { CardEnding } from '#web/features/billing/checkout/card-ending.tsx';
import { formatDate } from '#web/words/dates.ts';
import { MaskedCard, PlanCard } from './plan-card.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { exactSum, paidPlanOf } from './plan-texts.ts';

/** An active plan that renews. */
export function PaidPlanCard({ school }: { school: SchoolResource['attributes'] }) {
  const plan = paidPlanOf(school) ?? 'yearly';
  const day = formatDate(school.subscription_end_date ?? '', school.time_zone);
  const question = {
    title: `Cancel the renewal of your ${PLANS[plan].title.toLowerCase()}?`,
    message: `Your plan works until ${day}, and nothing more is charged. Until then you can re-enable it at any time.`,
  };
  return (
    <>
      <CardEnding school={school} />
      <PlanCard
        school={school}
        badge="Active"
        tone="good"
        facts={[
          { name: 'Card', value: <MaskedCard /> },
          { name: 'Renews on', value: day },
          { name: 'Next payment', value: exactSum(PLANS[plan].price) },
        ]}
        note="Your newsletters stay public, whatever you decide."
      >
        <PlanChanges question={question} />
      </PlanCard>
    </>
  );
}
