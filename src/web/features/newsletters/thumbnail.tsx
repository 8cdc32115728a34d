import classes from './thumbnail.module.css';

// `body` is the whole public page; here only the newsletter on it is wanted. The frame has no script and no origin.
const TRIM =
  '<style>html{overflow:hidden}.ink-page{background:#fff}.ink-line,.ink-made{display:none}.ink-card{box-shadow:none}</style>';

/** The newsletter itself, small. For the eye only: the card's title says which one it is. */
export function Thumbnail({ body }: { body: string }) {
  return (
    <div className={classes.surround} aria-hidden="true">
      <div className={classes.page}>
        <iframe
          className={classes.frame}
          title="Newsletter"
          sandbox=""
          srcDoc={body + TRIM}
          loading="lazy"
          tabIndex={-1}
          inert
        />
      </div>
    </div>
  );
}
