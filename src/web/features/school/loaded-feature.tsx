import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';

/** A feature whose settings are loading, loaded or unavailable. `name` in the form used within a sentence. */
export function LoadedFeature<Settings>({
  name,
  loaded,
  children,
}: {
  name: string;
  loaded: UseQueryResult<Settings>;
  children: (settings: Settings) => ReactNode;
}) {
  if (loaded.data !== undefined) return children(loaded.data);
  if (loaded.isError)
    return (
      <ErrorState
        title={`We could not load the settings of ${name}`}
        error={loaded.error}
        onRetry={() => void loaded.refetch()}
      />
    );
  return (
    <Loading label={`Loading the settings of ${name}`}>
      <Skeleton height={96} radius="lg" />
    </Loading>
  );
}
