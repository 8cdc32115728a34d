import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Publication } from '#contract/dashboard.ts';
import { screenPath } from '#contract/paths.ts';
import { SCHOOL_CLOSURE_MESSAGES } from '#contract/school-closure.ts';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useIsSchoolClosed, useProfile, useSchool } from '#web/api/account.ts';
import { CreateNewsletterButton } from '#web/newsletter-ui/create-newsletter-button.tsx';
import { NextIssueButton } from '#web/newsletter-ui/next-issue-button.tsx';
import { useSession } from '#web/session/session.ts';
import { formatDate } from '#web/words/dates.ts';
import { Card } from './card.tsx';
import { ComingEvents } from './coming-events.tsx';
import classes from './dashboard.module.css';
import { dashboardQuery, draftsQuery } from './dashboard-data.ts';
import { MyParts } from './my-parts.tsx';
import type { NewsletterRow } from './newsletter-rows.tsx';
import { Numbers } from './numbers.tsx';
import { ProductNews } from './product-news.tsx';
import { UnderWay } from './under-way.tsx';

/** The dashboard: drafts, sendings, publications, upcoming events and product news. */
export function Component() {
  const role = useSession()?.user.attributes.role ?? null;
  return role === 'contributor' ? <OwnParts /> : <Dashboard />;
}

/** For contributors: the parts that they have to write. */
function OwnParts() {
  const name = useProfile()?.attributes.first_name;
  const zone = useSchool()?.attributes.time_zone;
  return (
    <>
      <PageTitle lead={name ? `Good to see you, ${name}.` : undefined}>Dashboard</PageTitle>
      <MyParts timeZone={zone} isAlone />
    </>
  );
}

function Dashboard() {
  const drafts = useQuery(draftsQuery);
  const { data: dashboard, isPending } = useQuery(dashboardQuery);
  const name = useProfile()?.attributes.first_name;
  const zone = useSchool()?.attributes.time_zone;
  const isClosed = useIsSchoolClosed();
  const failed = drafts.isError && drafts.data === undefined;
  const isEmpty = drafts.data?.total === 0 && dashboard?.numbers.published === 0;
  const isLoading = !failed && (drafts.isPending || isPending);
  const lists = drafts.data && !isLoading && !isEmpty ? drafts.data : undefined;
  return (
    <>
      <PageTitle action={<CreateNewsletterButton />} lead={name ? `Good to see you, ${name}.` : undefined}>
        Dashboard
      </PageTitle>
      <Numbers />
      {failed && (
        <ErrorState
          title="We could not load your newsletters"
          error={drafts.error}
          onRetry={() => void drafts.refetch()}
        />
      )}
      {isLoading && (
        <Loading label="Loading the dashboard">
          <div className={classes.columns}>
            <Skeleton height={240} radius="lg" />
            <Skeleton height={240} radius="lg" />
          </div>
        </Loading>
      )}
      {isEmpty && (
        <EmptyState title="Your first newsletter starts here" action={<CreateNewsletterButton />}>
          {isClosed
            ? SCHOOL_CLOSURE_MESSAGES.takeBackToCreate
            : 'Choose a layout and begin. Nobody sees it until you publish.'}
        </EmptyState>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <MyParts timeZone={zone} />
          {lists && <UnderWay drafts={lists} dashboard={dashboard} zone={zone} />}
          <ComingEvents timeZone={zone} />
        </div>
        <div className={classes.column}>
          {lists && dashboard && (
            <Card
              title={isClosed ? 'Last published, not public while closed' : 'Last published'}
              total={dashboard.numbers.published}
              rows={dashboard.last_published.map((item) => publishedRow(item, zone))}
              none="Nothing published yet."
            />
          )}
          <ProductNews />
        </div>
      </div>
    </>
  );
}

function publishedRow(item: Publication, timeZone: string | undefined): NewsletterRow {
  const later = item.has_unpublished_changes ? 'Later changes · ' : '';
  const note = `${later}Published ${formatDate(item.published_at, timeZone)}`;
  const id = item.newsletter_id;
  const next = (
    <NextIssueButton newsletter={{ id, title: item.title }} variant="subtle" size="sm" isOneOfSeveral />
  );
  return { id, to: screenPath('editor', { id }), title: item.title, note, action: next };
}
