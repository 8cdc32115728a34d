import type { SubscriberResource } from '#contract/subscribers.ts';
import { useSchool } from '#web/api/account.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './subscriber-list.module.css';

type Attributes = SubscriberResource['attributes'];

/** Whether an address gets nothing although it is subscribed. */
export function isNotReached({ status, bounced_at }: Attributes): boolean {
  return status === 'subscribed' && bounced_at !== null;
}

/** Why a subscriber gets no newsletters, in plain words; null if the badge is enough. */
export function stoppedReason(attributes: Attributes): string | null {
  const { status, bounce_reason, bounce_kind, complained_at } = attributes;
  if (status === 'unsubscribed' && complained_at !== null)
    return 'Only they can change that, by the unsubscribe link in a newsletter that they have had.';
  if (!isNotReached(attributes)) return null;
  const row = bounce_kind === 'repeated' ? 'Five newsletters in a row came back.' : '';
  return `${row} ${bounce_reason ? `The mail server said: ${bounce_reason}` : ''}`.trim() || null;
}

/** The reason as a line of the list. Visible text rather than a tooltip, so that it can be read on touch screens. */
export function StoppedReason(attributes: Attributes) {
  const reason = stoppedReason(attributes);
  return reason === null ? null : <p className={classes.reason}>{reason}</p>;
}

/** A badge for subscribers who get no newsletters. */
export function StoppedBadge(attributes: Attributes) {
  const zone = useSchool()?.attributes.time_zone;
  const { status, unsubscribed_at, bounced_at, complained_at } = attributes;
  if (status === 'unsubscribed') {
    return (
      <span className={classes.badge}>
        {complained_at === null ? 'Unsubscribed' : 'Called it spam'}
        {unsubscribed_at && ` ${formatDate(unsubscribed_at, zone)}`}
      </span>
    );
  }
  if (bounced_at === null) return null;
  return (
    <span className={classes.badge} data-kind="bounced">
      Not reached {formatDate(bounced_at, zone)}
    </span>
  );
}
