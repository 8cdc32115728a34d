import { NewsletterPicture } from '#web/newsletter-ui/newsletter-picture.tsx';
import classes from './thumbnail.module.css';

/** A small rendering of a newsletter; `body` is the HTML of its public page. */
export function Thumbnail({ body }: { body: string }) {
  return <NewsletterPicture page={body} className={classes.thumbnail} />;
}
