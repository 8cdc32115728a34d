import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import card from '#ui/forms/form-card.module.css';
import { PageTitle } from '#ui/page-title.tsx';
import { profileQuery } from '#web/api/account.ts';
import { DetailsForm } from './details-form.tsx';

/** My details: the signed-in person's name, email and contact. */
export function Component() {
  const profile = useQuery(profileQuery);
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="My details" />
      <PageTitle>My details</PageTitle>
      {profile.data && <DetailsForm person={profile.data.attributes} />}
      {profile.isPending && (
        <Loading label="Loading your details">
          <div className={card.card}>
            <Skeleton height={300} />
          </div>
        </Loading>
      )}
      {profile.isError && !profile.data && (
        <ErrorState
          title="We could not load your details"
          error={profile.error}
          onRetry={() => void profile.refetch()}
        />
      )}
    </>
  );
}
