import { NewsletterPicture } from '#web/newsletter-ui/newsletter-picture.tsx';
import classes from './thumbnail.module.css';

/** The newsletter itself on its card; `body` is its whole public page. */
export function Thumbnail({ body }: { body: string }) {
  return <NewsletterPicture page={body} className={classes.thumbnail} />;
}
