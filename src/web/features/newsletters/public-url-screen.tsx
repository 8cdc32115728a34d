import { Button } from '@mantine/core';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { NEWSLETTER_MESSAGES, type NewsletterResource } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import type { Change } from '#newsletter/changes/changes.ts';
import { RedirectWithToast } from '#ui/feedback/redirect-with-toast.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useTitle } from '#web/app/use-title.ts';
import {
  CorrectionChanges,
  correctionQuery,
} from '#web/features/newsletters/correction/correction-changes.tsx';
import { readyTexts } from '#web/features/newsletters/share/ready-text.ts';
import classes from '#web/features/newsletters/share/share.module.css';
import { LinkPart, QrPart, TextPart } from '#web/features/newsletters/share/share-parts.tsx';
import { NextIssueButton } from '#web/newsletter-ui/next-issue-button.tsx';
import { todayIn } from '#web/newsletter-ui/templates.ts';
import { useCorrection } from '#web/newsletter-ui/use-correction.ts';
import { formatDayAndTime } from '#web/words/dates.ts';
import { people } from '#web/words/people-count.ts';
import { newsletterQuery, type OldMail, oldMailQuery, publishedAddress } from './newsletter-data.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Shown after publishing: the ways to share the public page. After a mailing it is about the correction. */
export function Component() {
  const { id = '' } = useParams();
  const newsletter = useQuery(newsletterQuery(id));
  const school = useSchool()?.attributes;
  useTitle(newsletter.data && `${newsletter.data.attributes.title}: published`);
  if (newsletter.data !== undefined) {
    const { slug, status } = newsletter.data.attributes;
    // It has been unpublished meanwhile, so there is no public page.
    if (slug === null || status !== 'published')
      return <Navigate to={screenPath('editor', { id })} replace />;
    if (school !== undefined)
      return <Published newsletter={newsletter.data} address={publishedAddress(slug)} school={school} />;
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
    <Waiting />
  );
}

function Waiting() {
  return <Loading label="Loading the newsletter">{null}</Loading>;
}

interface PublishedProps {
  newsletter: NewsletterResource;
  address: string;
  school: SchoolResource['attributes'];
}

function Published({ newsletter, address, school }: PublishedProps) {
  const oldMail = useQuery(oldMailQuery(newsletter));
  const changes = useQuery({ ...correctionQuery(newsletter), enabled: Boolean(oldMail.data) });
  const { title } = newsletter.attributes;
  // Without an answer the newsletter is published all the same.
  if (oldMail.isPending || changes.isLoading) return <Waiting />;
  const texts = readyTexts(newsletter.attributes, {
    school: school.name,
    address,
    today: todayIn(school.time_zone),
  });
  return (
    <>
      {oldMail.data ? (
        <CorrectionLive
          newsletter={newsletter}
          oldMail={oldMail.data}
          changes={changes.data ?? []}
          zone={school.time_zone}
        />
      ) : (
        <>
          <PageTitle lead={`Anybody with the link can read ‘${title}’. They need no account.`}>
            {NEWSLETTER_MESSAGES.congratulations}
          </PageTitle>
          <Ways newsletter={newsletter}>
            <Button
              component={Link}
              to={screenPath('send', { id: newsletter.id })}
              leftSection={<IconSend {...icon} />}
            >
              Send to subscribers
            </Button>
          </Ways>
        </>
      )}
      <div className={classes.columns}>
        <div className={classes.parts}>
          <LinkPart address={address} />
          <TextPart texts={texts} title={title} />
        </div>
        <QrPart address={address} title={title} school={school} />
      </div>
    </>
  );
}

function Ways({ newsletter, children }: { newsletter: NewsletterResource; children: ReactNode }) {
  const { id, attributes } = newsletter;
  return (
    <div className={classes.ways}>
      {children}
      <NextIssueButton newsletter={{ id, title: attributes.title }} />
      <Button
        component={Link}
        to={screenPath('editor', { id })}
        variant="default"
        leftSection={<IconArrowLeft {...icon} />}
      >
        Go back &amp; edit
      </Button>
      <Button component={Link} to={SCREENS.newsletters} variant="subtle">
        Return to dashboard
      </Button>
    </div>
  );
}

/** After a mailing: who has the old mail, what the correction changed, to whom it can go. */
function CorrectionLive({
  newsletter,
  oldMail,
  changes,
  zone,
}: {
  newsletter: NewsletterResource;
  oldMail: OldMail;
  changes: readonly Change[];
  zone: string;
}) {
  const correction = useCorrection(newsletter);
  const whom = people(oldMail.people);
  return (
    <>
      <PageTitle
        lead={`Same link: whoever opens ‘${newsletter.attributes.title}’ now reads this version. The mail that went to ${whom} on ${formatDayAndTime(oldMail.at, zone)} keeps its old words.`}
      >
        Your correction is live
      </PageTitle>
      <CorrectionChanges changes={changes} />
      <Ways newsletter={newsletter}>
        <Button component={Link} to={SCREENS.newsletters}>
          Leave it at that
        </Button>
        <BusyButton
          type="button"
          variant="default"
          leftSection={<IconSend {...icon} />}
          busy={correction.isPending}
          busyLabel="Beginning…"
          onClick={() => correction.mutate()}
        >
          Send them the corrected mail
        </BusyButton>
      </Ways>
    </>
  );
}
