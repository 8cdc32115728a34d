import { Button, Skeleton } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { FAILURE_LABELS, type SubscriberMail, serverSaid } from '#contract/deliveries.ts';
import { REPORT_LABELS } from '#contract/mail/bounces.ts';
import { screenPath } from '#contract/paths.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { takeFocus } from '#ui/take-focus.ts';
import { useSchool } from '#web/api/account.ts';
import { formatDateTime } from '#web/words/dates.ts';
import classes from './edit-subscriber.module.css';
import { useMailsTo } from './subscriber-data.ts';
import { SENT_HASH } from './subscribers-address.ts';

/** The mails to a subscriber with the outcome of each: families ring to ask whether they should have got one. */
export function MailsTo({ id }: { id: string }) {
  const list = useMailsTo(id);
  const { hash } = useLocation();
  return (
    <section className={classes.mails} aria-labelledby="mails-title">
      <h2
        id="mails-title"
        ref={hash === SENT_HASH ? takeFocus : null}
        tabIndex={-1}
        className={classes.mailsTitle}
      >
        What they were sent
      </h2>
      {list.isPending && (
        <Loading label="Loading what they were sent">
          <Skeleton height={64} radius="lg" />
        </Loading>
      )}
      {list.data && <Mails mails={list.data.pages.flatMap((page) => page.subscriber_mails.data)} />}
      {list.isError && (
        <ErrorState
          title="We could not load it"
          error={list.error}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {list.hasNextPage && !list.isError && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load More
        </Button>
      )}
    </section>
  );
}

function Mails({ mails }: { mails: readonly SubscriberMail[] }) {
  if (mails.length === 0)
    return <p className={classes.mailWords}>Nothing yet, or so long ago that it is no longer kept.</p>;
  return (
    <ul className={classes.mailList}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <Mail {...mail.attributes} />
        </li>
      ))}
    </ul>
  );
}

function Mail({ news_letter_id, subject, state, reason, report, detail, at }: SubscriberMail['attributes']) {
  const zone = useSchool()?.attributes.time_zone;
  const trouble = report !== null ? REPORT_LABELS[report] : reason !== null ? FAILURE_LABELS[reason] : null;
  const words = trouble ?? (state === 'sent' ? 'Sent' : state === 'sending' ? 'On its way' : 'Waiting');
  return (
    <>
      <p>
        {news_letter_id === null ? (
          subject
        ) : (
          <Link to={screenPath('send', { id: news_letter_id })}>{subject}</Link>
        )}
      </p>
      <p className={classes.mailWords} data-trouble={trouble !== null || undefined}>
        {words} · {formatDateTime(at, zone)}
      </p>
      {trouble !== null && detail !== null && detail !== '' && (
        <p className={classes.mailWords}>{serverSaid(reason, detail)}</p>
      )}
    </>
  );
}
