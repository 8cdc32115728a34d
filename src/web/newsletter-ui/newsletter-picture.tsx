import classes from './newsletter-picture.module.css';

// `page` is the whole public page; here only the newsletter on it is wanted. The frame has no script and no origin.
const TRIM =
  '<style>html{overflow:hidden}.ink-page{background:#fff}.ink-line,.ink-made{display:none}.ink-card{box-shadow:none}</style>';

/**
 * A newsletter's own page, small, on a sheet of paper. For the eye only: the words beside it say which one it is.
 * Its surroundings set, in pixels, `--page-width`, `--page-height` and `--page-reach`, how far down it is laid out.
 */
export function NewsletterPicture({ page, className }: { page: string; className?: string | undefined }) {
  return (
    <span className={`${classes.surround} ${className ?? ''}`} data-picture="" aria-hidden="true">
      <span className={classes.page}>
        <iframe
          className={classes.frame}
          title="Newsletter"
          sandbox=""
          srcDoc={page + TRIM}
          loading="lazy"
          tabIndex={-1}
          inert
        />
      </span>
    </span>
  );
}
