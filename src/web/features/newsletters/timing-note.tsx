import type { NewsletterListItem } from '#contract/newsletters.ts';
import { useSchool } from '#web/api/account.ts';
import { timingStatusText } from '#web/words/timing-status.ts';

/** The next timing of a newsletter. */
export function TimingNote({
  newsletter: { attributes },
  className = '',
}: {
  newsletter: NewsletterListItem;
  className: string | undefined;
}) {
  const zone = useSchool()?.attributes.time_zone;
  const next = attributes.next_timing;
  return next && <p className={className}>{timingStatusText(next, zone)}</p>;
}
