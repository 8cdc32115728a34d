import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { SUBSCRIBERS_ADDRESS } from '#contract/paths.ts';
import { SUBSCRIBER_MESSAGES, type SubscriberResource, subscriberRoutes } from '#contract/subscribers.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { changedValues } from '#ui/forms/stored-values.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './edit-subscriber.module.css';
import { MailsTo } from './mails-to.tsx';
import { ownChoices } from './own-choices.ts';
import { isNotReached, stoppedReason } from './stopped.tsx';
import { subscriberQuery, useTrustedAddress } from './subscriber-data.ts';
import { SubscriberForm } from './subscriber-form.tsx';
import { listAddress, subscriberBreadcrumbs } from './subscribers-address.ts';

/** Edits a subscriber's name, email and groups. */
export function Component() {
  const { id = '' } = useParams();
  const list = listAddress(useSearchParams()[0]);
  const subscriber = useQuery({ ...subscriberQuery(id), staleTime: 0 });
  return (
    <>
      <Breadcrumbs above={subscriberBreadcrumbs(list)} here="Edit subscriber" />
      <PageTitle>Edit subscriber</PageTitle>
      {subscriber.data && <Form key={id} subscriber={subscriber.data} list={list} />}
      {subscriber.isPending && (
        <Loading label="Loading the subscriber">
          <Skeleton height={280} radius="lg" maw={640} />
        </Loading>
      )}
      {subscriber.isError && !subscriber.data && (
        <Failure error={subscriber.error} onRetry={() => void subscriber.refetch()} />
      )}
    </>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!isApiError(error, 404))
    return <ErrorState title="We could not load the subscriber" error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      title="This subscriber is no longer on your list"
      action={
        <Button component={Link} to={SUBSCRIBERS_ADDRESS} variant="default">
          Show all subscribers
        </Button>
      }
    >
      Somebody has deleted them.
    </EmptyState>
  );
}

function Form({ subscriber, list }: { subscriber: SubscriberResource; list: string }) {
  const { id, attributes } = subscriber;
  const zone = useSchool()?.attributes.time_zone;
  const { first_name, last_name, email, status, unsubscribed_at, groups } = attributes;
  const choices = ownChoices(attributes, zone);
  return (
    <>
      {status === 'unsubscribed' && (
        <p className={classes.notice}>
          {attributes.complained_at === null ? 'Unsubscribed' : 'Unsubscribed by calling a newsletter spam'}
          {unsubscribed_at && ` on ${formatDate(unsubscribed_at, zone)}`}. This person gets no newsletters,
          under a new address either.
        </p>
      )}
      {isNotReached(attributes) && <NotReached subscriber={subscriber} />}
      {choices.length > 0 && <p className={classes.choices}>{choices.join(' · ')}</p>}
      <SubscriberForm
        isNameOptional={first_name === '' && last_name === ''}
        initial={{ first_name, last_name, email, group_ids: groups.map((group) => group.id) }}
        submitLabel="Save"
        busyLabel="Saving…"
        done={SUBSCRIBER_MESSAGES.updated}
        list={list}
        save={(values, handles, before) =>
          call(subscriberRoutes.updateSubscriber, {
            params: { id },
            // The family itself may have changed the other values meanwhile.
            body: changedValues(values, before),
            handles,
          })
        }
      />
      <MailsTo id={id} />
    </>
  );
}

function NotReached({ subscriber }: { subscriber: SubscriberResource }) {
  const { attributes } = subscriber;
  const zone = useSchool()?.attributes.time_zone;
  const trust = useTrustedAddress();
  const reason = stoppedReason(attributes);
  return (
    <div className={classes.notice}>
      <p>
        Mail to this address has come back{' '}
        {attributes.bounced_at && `since ${formatDate(attributes.bounced_at, zone)}`}, so it gets none.{' '}
        {reason && `${reason}${/[.!?]$/.test(reason) ? '' : '.'} `}
        Please check the address.
      </p>
      <BusyButton
        type="button"
        variant="default"
        size="sm"
        busy={trust.isPending}
        busyLabel="Saving…"
        onClick={() => trust.mutate(subscriber)}
      >
        It works again
      </BusyButton>
    </div>
  );
}
