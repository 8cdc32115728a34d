import { Link } from 'react-router';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import classes from './sending.module.css';

/** Said before a sending, as only what is published is mailed; null if that is all. */
export function laterChangesMessage({ attributes }: NewsletterResource): string | null {
  return attributes.has_unpublished_changes
    ? 'You have changed it since it was published. They get it as it was published, without these changes.'
    : null;
}

/** Warns before sending that the newsletter has changes that nobody gets, with a link to where they are published. */
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
