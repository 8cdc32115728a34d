import { Link, useLocation } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { SUBSCRIBER_MESSAGES, subscriberRoutes } from '#contract/subscribers.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { call } from '#web/api/client.ts';
import { BackToSending, useSendingAddress } from '#web/newsletter-ui/audience/back-to-sending.tsx';
import { SubscriberForm } from './subscriber-form.tsx';
import { subscriberBreadcrumbs } from './subscribers-address.ts';

const EMPTY = { first_name: '', last_name: '', email: '', group_ids: [] };

/** Adds one subscriber. */
export function Component() {
  const sending = useSendingAddress();
  const { search } = useLocation();
  return (
    <>
      <Breadcrumbs above={subscriberBreadcrumbs()} here="Invite subscriber" />
      <PageTitle
        lead={
          <>
            They get the newsletters that you send from now on, and can unsubscribe from each of them. For
            many people at once, <Link to={`${SCREENS.importSubscribers}${search}`}>import a file</Link>.
          </>
        }
      >
        Invite subscriber
      </PageTitle>
      <BackToSending />
      <SubscriberForm
        {...(sending !== null && { list: sending })}
        initial={EMPTY}
        submitLabel="Add subscriber"
        busyLabel="Adding…"
        done={SUBSCRIBER_MESSAGES.invited}
        save={(body, handles) => call(subscriberRoutes.createSubscriber, { body, handles })}
      />
    </>
  );
}
