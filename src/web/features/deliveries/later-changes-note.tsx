import { Link } from 'react-router';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import classes from './sending.module.css';

/** A warning before sending, as only the published version is mailed; null without later changes. */
export function laterChangesMessage({ attributes }: NewsletterResource): string | null {
  return attributes.has_unpublished_changes
    ? 'You have changed it since it was published. They get it as it was published, without these changes.'
    : null;
}

/** Warns before sending that some changes are unpublished and so not sent, with a link to where they can be published. */
export function LaterChangesNote({ newsletter }: { newsletter: NewsletterResource }) {
  const message = laterChangesMessage(newsletter);
  if (message === null) return null;
  return (
    <p className={classes.warning} role="note">
      {message}{' '}
      <Link to={screenPath('editor', { id: newsletter.id })}>Publish your changes in the editor</Link>
    </p>
  );
}
