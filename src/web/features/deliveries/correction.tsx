import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useCorrection } from '#web/newsletter-ui/use-correction.ts';
import classes from './sending.module.css';

/** How to correct a newsletter that has already been sent. */
export function Correction({
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
        {isSending && 'Hold the sending first: who is still waiting then gets it corrected. '}Correct the
        newsletter and publish it again: whoever opens it in the browser, by the link or from the mail, sees
        it corrected at once. Mails that have gone stay as they are. If it matters, send everybody a
        correction: we begin one for you, with the same content.
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
