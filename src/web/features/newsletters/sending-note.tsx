import { Link } from 'react-router';
import { isUnderWay } from '#contract/delivery-state.ts';
import type { NewsletterListItem } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { useIsSchoolClosed, useSchool } from '#web/api/account.ts';
import { sendingStatusText } from '#web/words/sending-status.ts';
import classes from './sending-note.module.css';

/** The status of a newsletter's newest delivery; a link while it is unfinished. */
export function SendingNote({
  newsletter: { id, attributes },
  className = '',
}: {
  newsletter: NewsletterListItem;
  className: string | undefined;
}) {
  const zone = useSchool()?.attributes.time_zone;
  const { title, status, last_delivery: last } = attributes;
  const isClosed = useIsSchoolClosed();
  if (last === null) return null;
  const words = sendingStatusText(last, { isPublished: status === 'published', isClosed }, zone);
  return (
    <p className={className}>
      {isUnderWay(last.status) ? (
        <Link
          to={screenPath('send', { id })}
          className={classes.link}
          aria-label={`${words}: the sending of ${title}`}
        >
          {words}
        </Link>
      ) : (
        words
      )}
    </p>
  );
}
