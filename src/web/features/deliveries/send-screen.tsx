import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { seesFamilies } from '#contract/access.ts';
import type { Audience, DeliveryResource } from '#contract/deliveries.ts';
import { isUnderWay } from '#contract/delivery-state.ts';
import { NEWSLETTER_MESSAGES, type NewsletterResource } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { SCHOOL_CLOSURE_MESSAGES } from '#contract/school-closure.ts';
import { people } from '#contract/texts/people-count.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { RedirectWithToast } from '#ui/feedback/redirect-with-toast.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { useIsSchoolClosed, useProfile } from '#web/api/account.ts';
import { isApiError } from '#web/api/api-error.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { useTitle } from '#web/app/use-title.ts';
import { audienceQuery } from '#web/newsletter-ui/audience/audience-data.ts';
import { addressWhileSending } from '#web/newsletter-ui/audience/back-to-sending.tsx';
import { NextIssueButton } from '#web/newsletter-ui/next-issue-button.tsx';
import { CorrectionNotice } from './correction.tsx';
import { DeliveryHistory } from './delivery-history.tsx';
import { DeliveryProgress } from './delivery-progress.tsx';
import { SendForm } from './send-form.tsx';
import classes from './sending.module.css';
import { deliveriesQuery, sentNewsletterQuery, useRecount } from './sending-data.ts';

/** Sends a published newsletter to the subscribers, and shows the delivery's progress and earlier deliveries. */
export function Component() {
  const { id = '' } = useParams();
  const newsletter = useQuery(sentNewsletterQuery(id));
  const audience = useQuery(audienceQuery(id));
  const deliveries = useQuery(deliveriesQuery(id));
  useTitle(newsletter.data && `Send ${newsletter.data.attributes.title}`);
  useDeliveryTransitions(id, deliveries.data);
  if (isApiError(newsletter.error, 404))
    return <RedirectWithToast to={SCREENS.newsletters} message={NEWSLETTER_MESSAGES.gone} />;
  const failed = [newsletter, audience, deliveries].find(
    ({ data, isError }) => data === undefined && isError,
  );
  if (failed !== undefined)
    return (
      <ErrorState
        title="We could not load the sending"
        error={failed.error}
        onRetry={() => void Promise.all([newsletter, audience, deliveries].map((query) => query.refetch()))}
      />
    );
  if (newsletter.data === undefined || audience.data === undefined || deliveries.data === undefined)
    return <SendScreenSkeleton />;
  return <Sending newsletter={newsletter.data} audience={audience.data} deliveries={deliveries.data} />;
}

// When a delivery ends: announces it and counts the families again. When one starts or ends, the focused
// button disappears, so the focus moves to the heading.
function useDeliveryTransitions(id: string, deliveries: readonly DeliveryResource[] | undefined) {
  const recount = useRecount(id);
  const underWay = deliveries?.some(({ attributes }) => isUnderWay(attributes.status));
  const newest = deliveries?.[0]?.attributes;
  const sent = newest?.status === 'done' ? sentWords(newest) : null;
  const before = useRef(underWay);
  useEffect(() => {
    if (before.current && underWay === false) {
      if (sent !== null) toast.success(sent);
      void recount();
    }
    const hasChanged = before.current !== undefined && before.current !== underWay;
    if (hasChanged && document.activeElement === document.body) focusContent();
    before.current = underWay;
  }, [underWay, sent, recount]);
}

// While some recipients wait for another try, the sending is not called done.
function sentWords({ sent, waiting }: DeliveryResource['attributes']): string {
  return waiting === 0
    ? `The sending is done: it went to ${people(sent)}`
    : `It went to ${people(sent)}. We go on trying for ${waiting.toLocaleString('en-GB')} more`;
}

interface SendingProps {
  newsletter: NewsletterResource;
  audience: Audience;
  deliveries: readonly DeliveryResource[];
}

function Sending({ newsletter, audience, deliveries }: SendingProps) {
  const { title, status } = newsletter.attributes;
  const isClosed = useIsSchoolClosed();
  const current = deliveries.find(({ attributes }) => isUnderWay(attributes.status));
  const past = deliveries.filter((delivery) => delivery !== current);
  const mayHaveIt = past.some(({ attributes }) => attributes.unconfirmed > 0);
  // Recipients who are tried again have not got it yet.
  const waiting = past.reduce(
    (sum, { attributes: each }) => sum + (each.status === 'done' ? each.waiting : 0),
    0,
  );
  const counts = { ...audience.audience, waiting, mayHaveIt };
  return (
    <>
      <Breadcrumbs above={[{ label: 'Newsletters', to: SCREENS.newsletters }]} here="Send by email" />
      <PageTitle lead={introOf(current, counts)}>Send ‘{title}’</PageTitle>
      <div className={classes.parts}>
        {current !== undefined ? (
          <DeliveryProgress delivery={current} newsletter={newsletter} />
        ) : isClosed ? (
          <CannotSend title="Your school is closed">{SCHOOL_CLOSURE_MESSAGES.takeBackToSend}</CannotSend>
        ) : status !== 'published' ? (
          <Unpublished id={newsletter.id} />
        ) : audience.audience.recipients + audience.audience.with_digest === 0 ? (
          <Nobody {...counts} id={newsletter.id} title={title} />
        ) : (
          <SendForm newsletter={newsletter} audience={audience} last={past[0]} />
        )}
        {deliveries.some(({ attributes }) => attributes.sent > 0) &&
          current?.attributes.status !== 'paused' &&
          !isClosed && (
            <CorrectionNotice newsletter={newsletter} isSending={current?.attributes.status === 'sending'} />
          )}
        <DeliveryHistory deliveries={past} />
      </div>
    </>
  );
}

function introOf(current: DeliveryResource | undefined, audience: AudienceAndWaiting) {
  if (current === undefined) return <Lead {...audience} />;
  const { status, trouble } = current.attributes;
  if (status === 'paused') return 'Nothing goes out while it is on hold.';
  if (status === 'scheduled' && trouble !== null) return 'It does not go out as things are.';
  return status === 'scheduled'
    ? 'It goes out by itself, as the newsletter is published then. You get a mail when it is done.'
    : 'You can leave this page: the sending goes on, and you get a mail when it is done.';
}

type AudienceAndWaiting = Audience['audience'] & {
  /** The number of people who count as sent to, but whose mail servers have not accepted the mail yet. */
  readonly waiting: number;
  /** Whether some of those who count as sent to only may have it. */
  readonly mayHaveIt: boolean;
};

function Lead({
  recipients,
  already_sent,
  with_digest,
  own_groups_only,
  left,
  refused,
  waiting,
  mayHaveIt,
}: AudienceAndWaiting) {
  const has = already_sent - waiting;
  const verb = has === 1 ? 'has' : 'have';
  const parts = [
    // If nobody is left, the card below says it.
    recipients > 0 &&
      has > 0 &&
      `${people(has)} on your list ${verb} it already${mayHaveIt ? ', or may have it' : ''}.`,
    recipients > 0 && waiting > 0 && `${people(waiting)} ${waiting === 1 ? 'is' : 'are'} still tried.`,
    with_digest > 0 &&
      `${people(with_digest)} ${with_digest === 1 ? 'gets' : 'get'} it with the monthly digest.`,
    own_groups_only > 0 &&
      `${people(own_groups_only)} ${own_groups_only === 1 ? 'wants' : 'want'} only what is for their groups.`,
    left > 0 && `${people(left)} left the list.`,
    refused > 0 &&
      `${people(refused)} ${refused === 1 ? 'has an address' : 'have addresses'} that no longer ${refused === 1 ? 'takes' : 'take'} mail.`,
  ].filter((part) => part !== false);
  return parts.length === 0 && recipients > 0
    ? 'Everybody on your list of subscribers can get it.'
    : parts.join(' ');
}

// Shown instead of the form: why nothing can be sent, and a way to change that.
function CannotSend({
  title,
  children,
  to,
  action,
  further,
}: {
  title: string;
  children: string;
  to?: string;
  action?: string;
  further?: ReactNode;
}) {
  return (
    <section className={classes.card} aria-labelledby="instead-title">
      <h2 className={classes.cardTitle} id="instead-title">
        {title}
      </h2>
      <p className={classes.lead}>{children}</p>
      {to !== undefined && (
        <div className={classes.buttons}>
          <Button component={Link} to={to}>
            {action}
          </Button>
          {further}
        </div>
      )}
    </section>
  );
}

function Unpublished({ id }: { id: string }) {
  return (
    <CannotSend title="Publish it first" to={screenPath('editor', { id })} action="Go to the editor">
      Your subscribers get the newsletter as it is published, with a link to its public page.
    </CannotSend>
  );
}

function Nobody({
  id,
  title: newsletterTitle,
  already_sent,
  left,
  refused,
  waiting,
  mayHaveIt,
}: AudienceAndWaiting & { id: string; title: string }) {
  const keepsList = seesFamilies(useProfile()?.attributes.role);
  if (already_sent > 0)
    return (
      <CannotSend
        title={receivedTitle(already_sent, { waiting, mayHaveIt })}
        to={screenPath('publicUrl', { id })}
        action="Share its link"
        further={<NextIssueButton newsletter={{ id, title: newsletterTitle }} />}
      >
        {waiting === 0
          ? 'New families can get it here.'
          : 'Their mail servers have not taken it. We go on trying, and this page says when.'}
      </CannotSend>
    );
  const title = left + refused === 0 ? 'There is nobody on your list yet' : 'There is nobody to send it to';
  return keepsList ? (
    <CannotSend
      title={title}
      to={addressWhileSending(SCREENS.importSubscribers, id)}
      action="Import a list"
      further={
        <Button variant="default" component={Link} to={addressWhileSending(SCREENS.inviteSubscriber, id)}>
          Add a subscriber
        </Button>
      }
    >
      Bring parents in from a spreadsheet or your school’s system, or add them one by one.
    </CannotSend>
  ) : (
    <CannotSend title={title}>
      The owner of your school keeps the list of subscribers. Until then, you can share the newsletter by its
      link.
    </CannotSend>
  );
}

function receivedTitle(
  tried: number,
  { waiting, mayHaveIt }: Pick<AudienceAndWaiting, 'waiting' | 'mayHaveIt'>,
): string {
  if (waiting === 0) return `Everybody on your list has it${mayHaveIt ? ', or may have it' : ''}`;
  if (waiting >= tried) return 'Nobody has it yet';
  return `${people(waiting)} ${waiting === 1 ? 'does' : 'do'} not have it yet`;
}

function SendScreenSkeleton() {
  return (
    <Loading label="Loading the sending">
      <Skeleton height={44} width="60%" mb={24} />
      <Skeleton height={420} radius="lg" />
    </Loading>
  );
}
