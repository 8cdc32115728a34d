import { Button } from '@mantine/core';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { NEWSLETTER_MESSAGES, type NewsletterResource } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import { people } from '#contract/texts/people-count.ts';
import { RedirectWithToast } from '#ui/feedback/redirect-with-toast.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useTitle } from '#web/app/use-title.ts';
import {
  type Correction,
  CorrectionChanges,
  correctionQuery,
} from '#web/features/newsletters/correction/correction-changes.tsx';
import { ListingChoice } from '#web/features/newsletters/share/listing-choice.tsx';
import { readyTexts } from '#web/features/newsletters/share/ready-text.ts';
import classes from '#web/features/newsletters/share/share.module.css';
import { LinkPart, QrPart, TextPart } from '#web/features/newsletters/share/share-parts.tsx';
import { useToastsInHead } from '#web/features/newsletters/share/use-toasts-in-head.ts';
import { wasDraftIn } from '#web/newsletter-ui/after-publishing.ts';
import { NextIssueButton } from '#web/newsletter-ui/next-issue-button.tsx';
import { todayIn } from '#web/newsletter-ui/templates.ts';
import { useCorrection } from '#web/newsletter-ui/use-correction.ts';
import { formatDayAndTime } from '#web/words/dates.ts';
import {
  newsletterQuery,
  type OldMail,
  oldMailQuery,
  publishedAddress,
  readersPageQuery,
} from './newsletter-data.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Shown after publishing: the ways to share the public page. After a further publishing, it shows the changes. */
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
  useToastsInHead();
  const { state } = useLocation();
  const oldMail = useQuery(oldMailQuery(newsletter));
  const correction = useQuery(correctionQuery(newsletter));
  const published = useQuery(readersPageQuery(newsletter));
  const { title } = newsletter.attributes;
  // The newsletter is published anyway, even if these queries fail.
  if (oldMail.isPending || correction.isPending || published.isPending) return <Waiting />;
  const changes = correction.data?.changes ?? [];
  const news = changes.flatMap((change) => (change.isForGroups ? [] : (change.news ?? [])));
  const texts = readyTexts(published.data ?? { title, headings: [], dates: [] }, {
    school,
    address,
    today: todayIn(school.time_zone),
    news,
  });
  return (
    <>
      <Heading
        newsletter={newsletter}
        oldMail={oldMail.data ?? null}
        correction={correction.data ?? null}
        zone={school.time_zone}
        isBack={wasDraftIn(state)}
      />
      <Ways newsletter={newsletter}>
        {oldMail.data ? (
          <CorrectedMail
            newsletter={newsletter}
            isUrgent={changes.some((change) => change.news !== undefined)}
          />
        ) : (
          <Button
            component={Link}
            to={screenPath('send', { id: newsletter.id })}
            leftSection={<IconSend {...icon} />}
          >
            Send to subscribers
          </Button>
        )}
      </Ways>
      <div className={classes.columns}>
        <div className={classes.parts}>
          <LinkPart address={address}>
            {school.newsletters_url !== null && (
              <ListingChoice id={newsletter.id} title={title} pageUrl={school.newsletters_url} />
            )}
          </LinkPart>
          <TextPart texts={texts} title={title} language={school.language} />
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

/** The result of publishing: for the first time, or again; after a mailing, with the changes that its readers have not got. */
function Heading({
  newsletter,
  oldMail,
  correction,
  zone,
  isBack,
}: {
  newsletter: NewsletterResource;
  oldMail: OldMail | null;
  correction: Correction | null;
  zone: string;
  /** Whether it had been unpublished. */
  isBack: boolean;
}) {
  const { title } = newsletter.attributes;
  // Nobody has a mail with other words than the page.
  if (oldMail === null)
    return (
      <PageTitle lead={leadOf(title, correction, isBack)}>{NEWSLETTER_MESSAGES.congratulations}</PageTitle>
    );
  if (correction?.changes.length === 0)
    return (
      <PageTitle lead={`‘${title}’ is as it was, at the same link.`}>
        {isBack ? (
          'The link works again'
        ) : (
          <>Nothing has changed since {formatDayAndTime(correction.since, zone)}</>
        )}
      </PageTitle>
    );
  const at = formatDayAndTime(oldMail.at, zone);
  const mail =
    oldMail.sendings === 1
      ? `The mail that went to ${people(oldMail.people)} on ${at} keeps its old words.`
      : `The mails that went to ${people(oldMail.people)}, the last on ${at}, keep their old words.`;
  return (
    <>
      <PageTitle lead={`Same link: whoever opens ‘${title}’ now reads this version. ${mail}`}>
        Your correction is live
      </PageTitle>
      <CorrectionChanges changes={correction?.changes ?? []} />
    </>
  );
}

function leadOf(title: string, correction: Correction | null, isBack: boolean): string {
  if (correction === null) return `Anybody with the link can read ‘${title}’. They need no account.`;
  return isBack
    ? `The link works again: whoever has it can read ‘${title}’.`
    : `Same link: whoever opens ‘${title}’ now reads this version.`;
}

/** The two ways to continue after a mailing. `isUrgent`: families have to be notified, because something is cancelled. */
function CorrectedMail({ newsletter, isUrgent }: { newsletter: NewsletterResource; isUrgent: boolean }) {
  const correction = useCorrection(newsletter);
  return (
    <>
      <Button component={Link} to={SCREENS.newsletters} variant={isUrgent ? 'default' : 'filled'}>
        Leave it at that
      </Button>
      <BusyButton
        type="button"
        variant={isUrgent ? 'filled' : 'default'}
        leftSection={<IconSend {...icon} />}
        busy={correction.isPending}
        busyLabel="Beginning…"
        onClick={() => correction.mutate()}
      >
        Send them the corrected mail
      </BusyButton>
    </>
  );
}
