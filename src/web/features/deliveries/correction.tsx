import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useCorrection } from '#web/newsletter-ui/use-correction.ts';
import classes from './sending.module.css';

/** How to correct a newsletter that has already been sent. */
export function CorrectionNotice({
  newsletter,
  isSending,
}: {
  newsletter: NewsletterResource;
  isSending: boolean;
}) {
  const correction = useCorrection(newsletter);
  return (
    <section className={classes.card} aria-labelledby="mistake-title">
      <h2 className={classes.cardTitle} id="mistake-title">
        Found a mistake?
      </h2>
      <p className={classes.lead}>
        {isSending && 'Hold the sending first: who still waits then gets it corrected. '}Its link shows a
        correction at once; mails that have gone do not.
      </p>
      <div className={classes.buttons}>
        <Button component={Link} to={screenPath('editor', { id: newsletter.id })} variant="default">
          Correct the newsletter
        </Button>
        <BusyButton
          type="button"
          variant="subtle"
          busy={correction.isPending}
          busyLabel="Beginning…"
          onClick={() => correction.mutate()}
        >
          Write a correction
        </BusyButton>
      </div>
    </section>
  );
}
