import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import { CookieGate } from '#web/features/billing/checkout/cookie-gate.tsx';
import { formatDate } from '#web/words/dates.ts';
import { MaskedCard, PlanCard } from './plan-card.tsx';

/** A plan whose renewal was cancelled; it is still running or has ended. */
export function CanceledPlan({ school }: { school: SchoolResource['attributes'] }) {
  const day = formatDate(school.subscription_end_date ?? '', school.time_zone);
  const ended = school.plan_ended;
  return (
    <PlanCard
      school={school}
      badge={ended ? 'Ended' : 'Canceled'}
      tone={ended ? 'bad' : 'quiet'}
      facts={[
        { name: 'Card', value: <MaskedCard /> },
        { name: ended ? 'Ended on' : 'Ends on', value: day },
        { name: 'Renewal', value: 'Disabled' },
      ]}
      note={
        ended
          ? 'Your newsletters stay public. Choose a plan to create, change and send newsletters again.'
          : `Everything works until ${day}. Nothing more is charged.`
      }
    >
      <CookieGate label={ended ? 'Choose a plan' : 'Re-enable subscription'}>
        {ended ? (
          <Button component={Link} to={SCREENS.choosePlan}>
            Choose a plan
          </Button>
        ) : (
          <Button component={Link} to={SCREENS.billingInfo}>
            Re-enable subscription
          </Button>
        )}
      </CookieGate>
    </PlanCard>
  );
}
