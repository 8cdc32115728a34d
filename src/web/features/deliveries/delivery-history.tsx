import { Link } from 'react-router';
import type { DeliveryResource } from '#contract/deliveries.ts';
import { screenPath } from '#contract/paths.ts';
import { people } from '#contract/texts/people-count.ts';
import { useSchool } from '#web/api/account.ts';
import { formatDateTime } from '#web/words/dates.ts';
import { FailuresBelow, Postponed } from './delivery-progress.tsx';
import classes from './sending.module.css';

/** The newsletter's earlier deliveries, newest first. */
export function DeliveryHistory({ deliveries }: { deliveries: readonly DeliveryResource[] }) {
  if (deliveries.length === 0) return null;
  return (
    <section aria-labelledby="past-title">
      <h2 className={classes.cardTitle} id="past-title">
        {deliveries.some(({ attributes }) => attributes.sent > 0) ? 'Sent so far' : 'Sendings so far'}
      </h2>
      <ul className={classes.list}>
        {deliveries.map((delivery) => (
          <li key={delivery.id} className={classes.pastItem}>
            <PastDelivery delivery={delivery} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PastDelivery({ delivery }: { delivery: DeliveryResource }) {
  const zone = useSchool()?.attributes.time_zone;
  const {
    status,
    subject,
    audience,
    edition_id,
    news_letter_id,
    sender,
    trouble,
    sent,
    waiting,
    created_at,
    started_at,
    finished_at,
  } = delivery.attributes;
  const isTried = status === 'done' && waiting > 0;
  const sentTo = isTried
    ? `Sent to ${sent.toLocaleString('en-GB')} of ${people(sent + waiting)} so far`
    : `Sent to ${people(sent)}`;
  const when = formatDateTime(finished_at ?? started_at ?? created_at, zone);
  return (
    <>
      <p className={classes.pastTitle}>
        {status === 'canceled' && sent === 0 ? (
          'Cancelled'
        ) : edition_id === null ? (
          sentTo
        ) : (
          <Link to={screenPath('edition', { id: news_letter_id, edition: edition_id })}>{sentTo}</Link>
        )}
        {status === 'canceled' && sent > 0 && ', then ended'}
      </p>
      <p className={classes.hint}>
        {when}
        {sender !== '' && ` by ${sender}`}
        {audience !== null && ` · for ${audience}`} · {subject}
      </p>
      {trouble !== null && <p className={classes.reason}>{trouble}.</p>}
      {status === 'done' && <Postponed delivery={delivery} />}
      <FailuresBelow delivery={delivery} />
    </>
  );
}
