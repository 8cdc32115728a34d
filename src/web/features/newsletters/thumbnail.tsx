import classes from './thumbnail.module.css';

// The frame has no script, no origin and no window of its own; what it shows was made by our serialiser anyway.
const HEAD =
  '<!doctype html><meta charset="utf-8"><style>html{background:#fff;overflow:hidden}body{margin:0}</style>';

/** The newsletter itself, small. For the eye only: the card's title says which one it is. */
export function Thumbnail({ body }: { body: string }) {
  return (
    <div className={classes.surround} aria-hidden="true">
      <div className={classes.page}>
        <iframe
          className={classes.frame}
          title="Newsletter"
          sandbox=""
          srcDoc={HEAD + body}
          loading="lazy"
          tabIndex={-1}
          inert
        />
      </div>
    </div>
  );
}
