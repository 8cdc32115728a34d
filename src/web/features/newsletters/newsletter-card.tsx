import { Link } from 'react-router';
import type { NewsletterListItem } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { useSchool } from '#web/api/account.ts';
import { NextIssueButton } from '#web/newsletter-ui/next-issue-button.tsx';
import { formatDate } from '#web/words/dates.ts';
import classes from './newsletter-card.module.css';
import { OptionsMenu } from './options-menu.tsx';
import { SendingNote } from './sending-note.tsx';
import { StatusBadges } from './status-badges.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { TimingNote } from './timing-note.tsx';

/** A newsletter in the list. The whole card links to the editor. */
export function NewsletterCard({ newsletter }: { newsletter: NewsletterListItem }) {
  const { id, attributes } = newsletter;
  const zone = useSchool()?.attributes.time_zone;
  return (
    <article className={classes.card}>
      <Thumbnail body={attributes.body} />
      <div className={classes.words}>
        <div className={classes.top}>
          <h2 className={classes.title}>
            <Link to={screenPath('editor', { id })} className={classes.link}>
              {attributes.title}
            </Link>
          </h2>
          <div className={classes.options}>
            <OptionsMenu newsletter={newsletter} />
          </div>
        </div>
        <StatusBadges {...attributes} />
        <TimingNote newsletter={newsletter} className={classes.date} />
        <SendingNote newsletter={newsletter} className={classes.date} />
        <p className={classes.date}>Last updated {formatDate(attributes.updated_at, zone)}</p>
        {attributes.status === 'published' && (
          <div className={classes.next}>
            <NextIssueButton newsletter={{ id, title: attributes.title }} size="sm" isOneOfSeveral />
          </div>
        )}
      </div>
    </article>
  );
}
