import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconCopy, IconExternalLink, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from 'react-router';
import { NEWSLETTER_MESSAGES, type NewsletterResource } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { RedirectWithToast } from '#ui/feedback/redirect-with-toast.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { useTitle } from '#web/app/use-title.ts';
import { newsletterQuery, publishedAddress } from './newsletter-data.ts';
import { copyAddress } from './options-menu.tsx';
import classes from './public-url-screen.module.css';
import { Thumbnail } from './thumbnail.tsx';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Shown after publishing: the public page's URL, to copy, open or send. */
export function Component() {
  const { id = '' } = useParams();
  const newsletter = useQuery(newsletterQuery(id));
  useTitle(newsletter.data && `${newsletter.data.attributes.title}: published`);
  if (newsletter.data !== undefined) {
    const { slug, status } = newsletter.data.attributes;
    // It has been unpublished meanwhile, so there is no public page.
    if (slug === null || status !== 'published')
      return <Navigate to={screenPath('editor', { id })} replace />;
    return <Published newsletter={newsletter.data} address={publishedAddress(slug)} />;
  }
  if (isApiError(newsletter.error, 404))
    return <RedirectWithToast to={SCREENS.newsletters} message={NEWSLETTER_MESSAGES.gone} />;
  return newsletter.isError ? (
    <ErrorState
      title="We could not load the newsletter"
      error={newsletter.error}
      onRetry={() => void newsletter.refetch()}
    />
  ) : (
    <Loading label="Loading the newsletter">{null}</Loading>
  );
}

function Published({ newsletter, address }: { newsletter: NewsletterResource; address: string }) {
  const { title, body } = newsletter.attributes;
  return (
    <section className={classes.card}>
      <div className={classes.words}>
        <PageTitle lead={`Anybody with this link can read ‘${title}’. They need no account.`}>
          {NEWSLETTER_MESSAGES.congratulations}
        </PageTitle>
        <div className={classes.address}>
          <TextInput
            className={classes.field ?? ''}
            label="Public address"
            value={address}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button leftSection={<IconCopy {...icon} />} onClick={() => void copyAddress(address)}>
            Copy
          </Button>
        </div>
        <a className={classes.open} href={address} target="_blank" rel="noopener">
          Open the public page
          <IconExternalLink {...icon} />
          <span className="visually-hidden">(in a new tab)</span>
        </a>
        <div className={classes.ways}>
          <Button
            component={Link}
            to={screenPath('send', { id: newsletter.id })}
            leftSection={<IconSend {...icon} />}
          >
            Send to subscribers
          </Button>
          <Button
            component={Link}
            to={screenPath('editor', { id: newsletter.id })}
            variant="default"
            leftSection={<IconArrowLeft {...icon} />}
          >
            Go back &amp; edit
          </Button>
          <Button component={Link} to={SCREENS.newsletters} variant="subtle">
            Return to dashboard
          </Button>
        </div>
      </div>
      <div className={classes.picture}>
        <Thumbnail body={body} />
      </div>
    </section>
  );
}
