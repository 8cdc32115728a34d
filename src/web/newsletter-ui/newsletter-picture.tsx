import classes from './newsletter-picture.module.css';

// Hides the parts of the public page around the newsletter.
const PAGE_OVERRIDES =
  '<style>html{overflow:hidden}.ink-page{background:#fff}.ink-line,.ink-made{display:none}.ink-card{box-shadow:none}</style>';

/**
 * A small rendering of a newsletter's public page in a sandboxed frame. Decorative: the text beside it names the
 * newsletter. CSS around it sets, in pixels, `--page-width`, `--page-height`, and `--page-reach`, the frame's height.
 */
export function NewsletterPicture({ page, className }: { page: string; className?: string | undefined }) {
  return (
    <span className={`${classes.surround} ${className ?? ''}`} data-picture="" aria-hidden="true">
      <span className={classes.page}>
        <iframe
          className={classes.frame}
          title="Newsletter"
          sandbox=""
          srcDoc={onPaper(page) + PAGE_OVERRIDES}
          loading="lazy"
          tabIndex={-1}
          inert
        />
      </span>
    </span>
  );
}

// Readers may prefer dark colours; a picture of the newsletter is light, like the canvas.
function onPaper(page: string): string {
  return page.replaceAll('(prefers-color-scheme: dark)', '(width < 0px)');
}
