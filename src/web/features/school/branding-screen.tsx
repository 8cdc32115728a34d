import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { schoolQuery } from '#web/api/account.ts';
import { BrandingForm } from './branding-form.tsx';

/** Newsletter branding: logo and colours. */
export function Component() {
  const school = useQuery(schoolQuery);
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Newsletter branding" />
      <PageTitle lead="Published newsletters follow within seconds.">Newsletter branding</PageTitle>
      {school.data && <BrandingForm school={school.data} />}
      {school.isPending && (
        <Loading label="Loading your branding">
          <Skeleton height={480} radius="lg" />
        </Loading>
      )}
      {school.isError && school.data === undefined && (
        <ErrorState
          title="We could not load your branding"
          error={school.error}
          onRetry={() => void school.refetch()}
        />
      )}
    </>
  );
}
