import type { Role } from '#contract/access.ts';
import type { DeliveryResource, FailureResource } from '#contract/deliveries.ts';
import type { FailureRow } from '#server/features/deliveries/worker/outcomes.ts';
import { troubleNow } from './obstacles.ts';
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
  const { waiting = 0, sending = 0, sent = 0, failed = 0, skipped = 0 } = counts;
  const open = hasNotBegun(delivery) ? expected : waiting + sending;
  return {
    id: delivery.id,
    type: 'delivery',
    attributes: {
      news_letter_id: delivery.newsletterId,
      status: delivery.status,
      subject: delivery.subject,
      preview_text: delivery.previewText,
      reply_to: delivery.replyTo,
      from_name: delivery.fromName,
      sender: delivery.sender,
      total: open + sent + failed + skipped,
      sent,
      waiting: open,
      postponed: postponed.count,
      on_its_way: sending,
      next_try_at: postponed.nextAt?.toISOString() ?? null,
      failed,
      skipped,
      trouble: troubleNow(delivery, obstacle),
      send_at: delivery.sendAt?.toISOString() ?? null,
      created_at: delivery.createdAt.toISOString(),
      started_at: delivery.startedAt?.toISOString() ?? null,
      finished_at: delivery.finishedAt?.toISOString() ?? null,
    },
  };
}

/** Somebody who did not get it. Who that is, and the server's words, which hold the address, are for owners. */
export function presentFailure({ recipient, person }: FailureRow, role: Role): FailureResource {
  const isOwner = role === 'owner';
  return {
    id: person.id,
    type: 'delivery_failure',
    attributes: {
      first_name: isOwner ? person.firstName : null,
      last_name: isOwner ? person.lastName : null,
      email: isOwner ? person.email : null,
      reason: recipient.reason ?? 'rejected',
      detail: isOwner ? recipient.detail : null,
      failed_at: (recipient.endedAt ?? recipient.dueAt).toISOString(),
    },
  };
}
