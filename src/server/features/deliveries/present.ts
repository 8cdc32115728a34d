import { type Role, seesFamilies } from '#contract/access.ts';
import {
  type DeliveryResource,
  deliveryResource,
  type FailureResource,
  type SubscriberMail,
} from '#contract/deliveries.ts';
import type { FailureRow, MailToRow } from '#server/data/recipients.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { currentTrouble } from './obstacles.ts';
import { hasNotBegun } from './repo.ts';
import type { Progress } from './service.ts';

/** A delivery as the contract shows it. */
export function presentDelivery({
  delivery,
  counts,
  expected,
  postponed,
  obstacle,
}: Progress): DeliveryResource {
  const { waiting = 0, sending = 0, sent = 0, failed = 0, unconfirmed = 0, skipped = 0 } = counts;
  const open = hasNotBegun(delivery) ? expected : waiting + sending;
  return resourceOf(deliveryResource, delivery, {
    news_letter_id: delivery.newsletterId,
    audience: delivery.audienceWords,
    groups: delivery.audience,
    total: open + sent + failed + skipped,
    sent,
    waiting: open,
    postponed: postponed.count,
    on_its_way: sending,
    next_try_at: postponed.nextAt?.toISOString() ?? null,
    failed,
    unconfirmed,
    skipped,
    trouble: currentTrouble(delivery, obstacle),
  });
}

/** A failed recipient, without their identity for staff who do not see families. */
export function presentFailure({ recipient, person }: FailureRow, role: Role): FailureResource {
  const isNamed = seesFamilies(role);
  return {
    id: person.id,
    type: 'delivery_failure',
    attributes: {
      first_name: isNamed ? person.firstName : null,
      last_name: isNamed ? person.lastName : null,
      email: isNamed ? person.email : null,
      reason: recipient.reason ?? 'rejected',
      detail: isNamed ? recipient.detail : null,
      failed_at: (recipient.endedAt ?? recipient.dueAt).toISOString(),
    },
  };
}

/** A mail that a subscriber was sent. */
export function presentMailTo({ recipient, delivery }: MailToRow): SubscriberMail {
  const { state, reason, report, detail, endedAt, dueAt } = recipient;
  return {
    id: delivery.id,
    type: 'subscriber_mail',
    attributes: {
      news_letter_id: delivery.newsletterId,
      subject: delivery.subject,
      state,
      reason,
      report,
      detail,
      at: (endedAt ?? dueAt).toISOString(),
    },
  };
}
