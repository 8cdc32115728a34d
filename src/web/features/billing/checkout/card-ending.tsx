import { useQuery } from '@tanstack/react-query';
import { isCardEnding } from '#contract/rules/card-expiry.ts';
import type { SchoolResource } from '#contract/school.ts';
import classes from '#web/features/billing/billing.module.css';
import { billingQuery } from '#web/features/billing/billing-data.ts';
import { formatDate } from '#web/words/dates.ts';

/** Warns that the card expires before the next renewal. */
export function CardEnding({ school }: { school: SchoolResource['attributes'] }) {
  const card = useQuery(billingQuery).data?.attributes;
  const renewal = school.subscription_end_date;
  if (!card?.card_expires_at || renewal === null) return null;
  const expiresAt = new Date(card.card_expires_at);
  const now = new Date();
  if (!isCardEnding({ expiresAt, renewsAt: new Date(renewal) }, now)) return null;
  // A card is valid to the end of its last day, in any time zone.
  const lastDay = formatDate(new Date(expiresAt.getTime() - 1).toISOString(), 'UTC');
  return (
    <p className={classes.notice}>
      Your card ending in {card.card_last4} {expiresAt <= now ? 'expired' : 'expires'} on {lastDay}, and the
      next payment is due on {formatDate(renewal, school.time_zone)}. Please change the card before then.
    </p>
  );
}
