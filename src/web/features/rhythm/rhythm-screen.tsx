import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useProfile, useSchool } from '#web/api/account.ts';
import { CreateNewsletterButton } from '#web/newsletter-ui/create-newsletter-button.tsx';
import { LastIssues } from './last-issues.tsx';
import classes from './rhythm.module.css';
import { publishedQuery, rhythmQuery } from './rhythm-data.ts';
import { RhythmFields } from './rhythm-form.tsx';
import { TermDatesCard } from './term-dates.tsx';

/** The rhythm of the newsletter, which decides when the next draft is made, and the school's term dates. */
export function Component() {
  const school = useSchool();
  const me = useProfile()?.id;
  const rhythm = useQuery(rhythmQuery(school?.id ?? ''));
  const published = useQuery(publishedQuery);
  const isPending = rhythm.isPending || published.isPending || school === undefined;
  const failed = [rhythm, published].find(({ isError, data }) => isError && data === undefined);
  const isEmpty = published.data?.length === 0 && rhythm.data?.rhythm === null;
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Rhythm" />
      <PageTitle lead="For a newsletter that comes out every week or two: its next draft is made for you in time. Nothing is published or sent.">
        Rhythm
      </PageTitle>
      {failed && (
        <ErrorState
          title="We could not load the rhythm"
          error={failed.error}
          onRetry={() => void Promise.all([rhythm.refetch(), published.refetch()])}
        />
      )}
      {!failed && isPending && (
        <Loading label="Loading the rhythm">
          <Skeleton height={480} radius="lg" />
        </Loading>
      )}
      {isEmpty && (
        <EmptyState title="Publish a newsletter first" action={<CreateNewsletterButton />}>
          Each new draft begins as a copy of the newsletter before it, so there has to be one.
        </EmptyState>
      )}
      {!isEmpty && rhythm.data && published.data && school && (
        <div className={classes.parts}>
          <RhythmFields
            schoolId={school.id}
            zone={school.attributes.time_zone}
            language={school.attributes.language}
            stored={rhythm.data}
            published={published.data}
            me={me}
          />
          <TermDatesCard dates={rhythm.data.term_dates} zone={school.attributes.time_zone} />
          <LastIssues issues={rhythm.data.issues} />
        </div>
      )}
    </>
  );
}
