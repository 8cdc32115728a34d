import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import card from '#ui/forms/form-card.module.css';
import { PageTitle } from '#ui/page-title.tsx';
import { schoolQuery } from '#web/api/account.ts';
import { SchoolForm } from './school-form.tsx';

/** School settings: the school's details. */
export function Component() {
  const school = useQuery(schoolQuery);
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="School settings" />
      <PageTitle lead="Name, email, phone and website stand in the footers of newsletters. A change shows in all of them, published ones included.">
        School settings
      </PageTitle>
      {school.data && <SchoolForm school={school.data} />}
      {school.isPending && (
        <Loading label="Loading your school">
          <div className={card.card}>
            <Skeleton height={420} />
          </div>
        </Loading>
      )}
      {school.isError && school.data === undefined && (
        <ErrorState
          title="We could not load your school"
          error={school.error}
          onRetry={() => void school.refetch()}
        />
      )}
    </>
  );
}
